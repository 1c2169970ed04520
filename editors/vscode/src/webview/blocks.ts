// A streamed answer is rendered by blocks, so that a long one does not get slower with its length.

/** Where the last block of a text begins: behind the last blank line that is not inside a fenced code block. */
export function lastBlock(text: string, from = 0): number {
  let begin = from
  let fence = ''
  let at = from
  while (at < text.length) {
    const newline = text.indexOf('\n', at)
    const end = newline < 0 ? text.length : newline
    const line = text.slice(at, end)
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark && !fence) {
      fence = mark
    } else if (mark && fence && mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark) {
      fence = ''
    } else if (!fence && newline >= 0 && line.trim() === '' && startsBlock(text, newline + 1)) {
      begin = newline + 1
    }
    at = end + 1
  }
  return begin
}

/** Whether what follows a blank line is a block of its own, not the rest of a list item. */
function startsBlock(text: string, at: number): boolean {
  return at < text.length && !/[ \t\n]/.test(text[at]!) && !/^(?:[-*+]|\d+[.)]) /.test(text.slice(at, at + 6)) && !/^(?:[-*+]|\d+[.)]?)$/.test(text.slice(at, at + 4))
}

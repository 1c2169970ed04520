// Answers of all extensions, less our own.

/** all without one of each in own. */
export function without(all: unknown[], own: unknown[]): unknown[] {
  const counts = new Map<string, number>()
  for (const item of own) {
    counts.set(identity(item), (counts.get(identity(item)) ?? 0) + 1)
  }
  return all.filter((item) => {
    const n = counts.get(identity(item)) ?? 0
    counts.set(identity(item), n - 1)
    return n <= 0
  })
}

/** What makes an answer (a location, link, symbol or hover) the same before and after it went through the editor. */
function identity(item: unknown): string {
  const o = item as Record<string, any>
  if (Array.isArray(o.contents)) {
    return JSON.stringify(o.contents.map((c) => (typeof c === 'string' ? c : c.value)))
  }
  const uri = o.targetUri ?? o.uri ?? o.location?.uri
  const range = o.targetRange ?? o.range ?? o.location?.range
  return JSON.stringify([o.name, uri?.toString(), range?.start.line, range?.end.line])
}

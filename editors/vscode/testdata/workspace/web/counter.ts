/** How many books are shown on a page. */
export function pageSize(width: number): number {
  return Math.max(1, Math.floor(width / 160))
}

export function pages(books: number, width: number): number {
  return Math.ceil(books / pageSize(width))
}

/** Lists that the server gives page by page. */

export interface Page<Row> {
  readonly items: readonly Row[]
  /** Where the next page begins; null on the last. */
  readonly next_cursor: string | null
}

/** The first `pages` pages, or as many as there are; with the answer that the last of them came in. */
export async function firstPages<Answer extends Page<unknown>>(
  pages: number,
  read: (cursor: string | null) => Promise<Answer>,
): Promise<{ rows: Answer['items'][number][]; last: Answer }> {
  let last = await read(null)
  const rows: Answer['items'][number][] = [...last.items]
  for (let page = 1; page < pages && last.next_cursor !== null; page++) {
    last = await read(last.next_cursor)
    rows.push(...last.items)
  }
  return { rows, last }
}

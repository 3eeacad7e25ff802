/** Links of invited people. Each is shown once, because nobody can read its token again. */

export interface NewLink {
  /** A number, or the id that a table gives. */
  readonly person: string
  /** Null for somebody who was invited before. */
  readonly address: string | null
}

/** The address that lets a person in at this page. */
export const addressOf = (page: string, token: string): string => `${location.origin}${page}#token=${token}`

/** What a spreadsheet would compute begins with one of these. */
const COMPUTED = /^[=+\-@\t\r\n＝＋－＠]/

const cell = (text: string): string => `"${(COMPUTED.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** The links as a CSV file. */
export function linksCsv(links: readonly NewLink[]): string {
  const rows = [['person', 'link'], ...links.map(({ person, address }) => [person, address ?? ''])]
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

// @vitest-environment page
import { expect, it } from 'vitest'

import { addressOf, linksCsv } from './links'

it('puts a token where no server sees it', () => {
  expect(addressOf('/task/guide', 'abc')).toBe(`${location.origin}/task/guide#token=abc`)
})

it('writes a table that a spreadsheet shows and does not compute', () => {
  const told = (person: string) => linksCsv([{ person, address: null }]).split('\r\n')[1]
  for (const sign of ['=', '+', '-', '@', '\t', '\n', '＝', '＋', '－', '＠']) expect(told(`${sign}1`)).toBe(`"'${sign}1",""`)
  expect(linksCsv([{ person: '7', address: 'http://x/#token=a' }, { person: '=1+1"', address: null }])).toBe('"person","link"\r\n"7","http://x/#token=a"\r\n"\'=1+1""",""\r\n')
})

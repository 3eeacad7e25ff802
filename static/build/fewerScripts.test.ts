import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { expect, it } from 'vitest'

import { withUsedTables } from './fewerScripts.ts'

interface Library { t: (words: string, from: string, to: string, options: { syncope: boolean }) => string }

const file = createRequire(import.meta.url).resolve('@indic-transliteration/sanscript')
const whole = readFileSync(file, 'utf8')
const LATIN = 'ghar baayeM phir darvaaze siidhiyaa.N kRRiShNa j~naana eDamaku tiragaMDi sophaa \\\\ oM 42 {}'

/** The library that this code makes. */
function library(code: string): Library {
  const module = { exports: {} }
  // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call -- as a bundle runs it
  new Function('module', 'exports', code)(module, module.exports)
  return module.exports as Library
}

it.each([['itrans', 'devanagari', true], ['itrans_dravidian', 'telugu', false]] as const)('writes from %s to %s as the whole library does', (from, to, syncope) => {
  const [less, all] = [withUsedTables(whole), whole].map(library)
  expect(less?.t(LATIN, from, to, { syncope })).toBe(all?.t(LATIN, from, to, { syncope }))
  expect(withUsedTables(whole).length).toBeLessThan(whole.length / 3)
})

it('says which table it no longer finds', () => {
  expect(() => withUsedTables(whole.replace('schemes.telugu = {', 'schemes["telugu"] = {'))).toThrow('no table telugu')
})

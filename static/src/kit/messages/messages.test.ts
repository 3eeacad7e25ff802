import { expect, it } from 'vitest'

import en from './en.json'
import hi from './hi.json'
import { firstSpoken } from './interfaceLanguage'
import te from './te.json'
import ur from './ur.json'

const DEVANAGARI = /[\u0900-\u097f]/
const TELUGU = /[\u0c00-\u0c7f]/
const ARABIC = /[\u0600-\u06ff]/

interface Texts { [key: string]: string | Texts }

const flat = (texts: Texts, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[path + key, text] as [string, string]] : flat(text, `${path}${key}.`),
  )
const placeholders = (text: string) => [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name).sort()

const ofKinds = import.meta.glob<Texts>(['../../tasks/*/messages/*.json', '../../pages/**/messages/*.json'], { eager: true, import: 'default' })
const withKinds = (texts: Texts, language: string): Texts => ({
  ...texts,
  ...Object.fromEntries(Object.entries(ofKinds).flatMap(([file, own]) => (file.endsWith(`/${language}.json`) ? [[file.replace(`${language}.json`, ''), own]] : []))),
})
const english = withKinds(en, 'en')
const own = (texts: Texts): Texts => Object.fromEntries(Object.entries(texts).filter(([key]) => key !== 'server'))

it.each([
  ['hi', own(withKinds(hi, 'hi')), DEVANAGARI],
  ['te', own(withKinds(te, 'te')), TELUGU],
  ['ur', own(withKinds(ur, 'ur')), ARABIC],
] as const)('says everything in %s, in its own script and with the same figures', (_, translation, script) => {
  const texts = new Map(flat(translation))
  for (const [key, text] of flat(english)) {
    expect(texts.get(key), key).toMatch(script)
    expect(placeholders(texts.get(key) ?? ''), key).toEqual(placeholders(text))
  }
  expect(texts.size).toBe(flat(english).length)
})

it('says in each language what the answers of the server mean', () => {
  for (const [{ server }, script] of [[hi, DEVANAGARI], [te, TELUGU], [ur, ARABIC]] as const) {
    expect(Object.keys(server)).toEqual(Object.keys(hi.server))
    for (const [key, text] of flat(server)) expect(text, key).toMatch(script)
  }
})

it('speaks the first language of the browser that it knows', () => {
  expect(firstSpoken(['', 'de-DE', 'te-IN', 'en-GB'])).toBe('te')
  expect(firstSpoken(['hi', 'te-IN'])).toBe('hi')
  expect(firstSpoken(['', 'de'])).toBe('en')
})

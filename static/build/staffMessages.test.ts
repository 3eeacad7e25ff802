/** Every text of the data team's pages is there in each language, with the same values, and no translation is left of a text that is gone. */

import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import ts from 'typescript'
import { expect, it } from 'vitest'

import FLAGS from '../../pangea_server/quality/flags/names.json'
import english from '../src/kit/messages/staff/en.json'
import hi from '../src/kit/messages/staff/hi.json'
import te from '../src/kit/messages/staff/te.json'
import ur from '../src/kit/messages/staff/ur.json'

const SOURCE = resolve(import.meta.dirname, '../src')
const FILES = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$/.test(name))
  .map(({ parentPath, name }) => resolve(parentPath, name))

/** What the server says in a word: results, states of reviews, words and transcripts, roles in dialogues; below, the actions of the audit log. */
const WORDS = ['reached', 'missed', 'gave up', 'interpolated', 'recognised', 'mended', 'aligned', 'failed', 'missing', 'outdated', 'doubtful', 'fits', 'pending', 'accepted', 'rejected', 'sent back', 'corrected', 'oracle', 'navigator', 'observer', 'locator', 'hider', 'seeker']
const ACTIONS = [...(/Action = Literal\[([^\]]*)\]/.exec(readFileSync(resolve(SOURCE, '../../pangea_server/people/audit/records.py'), 'utf8'))?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(([, action = '']) => action.replaceAll('_', ' '))
const ASKS: ReadonlySet<string> = new Set(['say', 'enterStaff'])

/** The texts that a file says. */
function said(text: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && ASKS.has(node.expression.text)) {
      const [first] = node.arguments
      if (first && ts.isStringLiteralLike(first)) found.push(first.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('file.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
  return found
}

const TEXTS = new Set([...FILES.flatMap((file) => said(readFileSync(file, 'utf8'))), ...WORDS, ...ACTIONS, ...Object.values(FLAGS).flatMap(({ name, about }) => [name, about])])
const KEYS = [...TEXTS].flatMap((text) => (`${text}_other` in english ? [`${text}_one`, `${text}_other`] : [text]))
const values = (text: string) => [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name).sort()
const letters = (text: string) => text.replace(/\{\{\w+\}\}|[^\p{L}]/gu, '')

it('finds what pages say', () => {
  expect(said("const a = say('One'); const b = <p title={say('Two {{n}}', { count: 2 })}>{say(variable)}</p>")).toEqual(['One', 'Two {{n}}'])
  expect(TEXTS.size).toBeGreaterThan(400)
  expect(ACTIONS).toContain('role changed')
})

it.each([
  ['hi', hi, /[\u0900-\u097f]/],
  ['te', te, /[\u0c00-\u0c7f]/],
  ['ur', ur, /[\u0600-\u06ff]/],
] as [string, Record<string, string>, RegExp][])('says all of it in %s, in its own script and with the same values', (_, texts, script) => {
  expect(KEYS.filter((key) => !(key in texts))).toEqual([])
  expect(Object.keys(texts).filter((key) => !KEYS.includes(key))).toEqual([])
  for (const [key, text] of Object.entries(texts)) {
    expect(values(text), key).toEqual(values(key))
    if (letters(key.replace(/_one$|_other$/, '')).length > 1) expect(text, key).toMatch(script)
  }
})

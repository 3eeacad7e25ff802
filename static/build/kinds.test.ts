/** Nothing outside a kind's own folder asks which kind it is: no comparison, no case, no table by kinds. */

import { readdirSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'

import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const SOURCE = resolve(import.meta.dirname, '../src')
const KINDS = readdirSync(resolve(SOURCE, 'tasks'), { recursive: true, withFileTypes: true })
  .filter(({ name }) => name === 'task.ts')
  .map(({ parentPath }) => relative(resolve(SOURCE, 'tasks'), parentPath))
const FILES = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$|^testing\.ts$|\.d\.ts$/.test(entry.name))
  .map((entry) => relative(SOURCE, resolve(entry.parentPath, entry.name)))
  .filter((file) => !KINDS.some((kind) => file.startsWith(`tasks/${kind}/`)))

/** A phase or an event of a player may be called like a kind, and the names of filters and of keys in a campaign file are the server's. */
const OTHER_MEANINGS = [/^phase === 'transcribe'/, /^\['seeked', 'seek'\]/, /^\{\s*instructions: \{/, /^\{\s*kind: say\('Kind'\),\s*campaign: say\('Campaign'\),/, /^\['annotator', 'guide'\]/, /^\['id', 'languages', 'paths',/]

const EQUALITY = new Set([ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken, ts.SyntaxKind.EqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsToken])
const isKind = (node: ts.Node): boolean => ts.isStringLiteralLike(node) && KINDS.includes(node.text)
const isPassedOn = (value: ts.Expression): boolean => ts.isIdentifier(value) || ts.isPropertyAccessExpression(value)
const keyOf = ({ name }: ts.ObjectLiteralElementLike): string => (name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : '')

/** Whether the node itself asks which kind something is. */
function asks(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) return EQUALITY.has(node.operatorToken.kind) && (isKind(node.left) || isKind(node.right))
  if (ts.isCaseClause(node)) return isKind(node.expression)
  if (ts.isArrayLiteralExpression(node)) return node.elements.some(isKind)
  return ts.isObjectLiteralExpression(node) && node.properties.some((each) => ts.isPropertyAssignment(each) && KINDS.includes(keyOf(each)) && !isPassedOn(each.initializer))
}

function questions(text: string, file = 'planted.tsx'): string[] {
  const found: string[] = []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
  const visit = (node: ts.Node): void => {
    const said = asks(node) ? node.getText() : ''
    if (said !== '' && !OTHER_MEANINGS.some((meaning) => meaning.test(said))) found.push(`${file}: ${said.slice(0, 120)}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

describe('the kinds of task', () => {
  it('are the folders of tasks/ with a task.ts', () => {
    expect(KINDS).toEqual(expect.arrayContaining(['find', 'follower', 'guide', 'tour', 'transcribe']))
    expect(FILES.length).toBeGreaterThan(150)
  })

  it('are asked for nowhere else', () => {
    expect(FILES.flatMap((file) => questions(readFileSync(resolve(SOURCE, file), 'utf8'), file))).toEqual([])
  })

  it('are named by no message of all pages', () => {
    const keys = (texts: object): string[] => Object.entries(texts).flatMap(([key, text]) => [key, ...(typeof text === 'object' ? keys(text as object) : [])])
    for (const language of ['en', 'hi', 'te', 'ur']) {
      const texts = JSON.parse(readFileSync(resolve(SOURCE, `kit/messages/${language}.json`), 'utf8')) as object
      expect(keys(texts).filter((key) => KINDS.includes(key))).toEqual([])
    }
  })
})

it.each([
  "const label = kind === 'guide' ? 'Words' : 'Walk'",
  "if ('follower' !== summary.kind) show()",
  "switch (kind) { case 'tour': show() }",
  "const WALK_KINDS = ['guide', 'follower'] as const",
  "const NAMES: Partial<Record<Kind, string>> = { find: 'Search' }",
  "const TEMPLATES = { reject: { 'guide': ['The voice cannot be understood.'] } }",
  "const view = <p>{kind === 'transcribe' && 'Written'}</p>",
])('finds a question that is planted: %s', (code) => {
  expect(questions(code)).toHaveLength(1)
})

it.each(["const name = kindName(kind)", "if (phase === 'transcribe') show()", 'const own = { guide: walk }', "replayUrl('guide', 1)"])('leaves alone what asks nothing: %s', (code) => {
  expect(questions(code)).toEqual([])
})

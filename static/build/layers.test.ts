import { readdirSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'

import { ESLint, Linter } from 'eslint'
import ts from 'typescript'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'

import { LAYERS, layers, roomOf } from './layers.js'

const SOURCE = resolve(import.meta.dirname, '../src')

const FILES = readdirSync(SOURCE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

/** Every folder that holds files, from `src` on. */
const FOLDERS = [...new Set(FILES.map((entry) => relative(SOURCE, entry.parentPath)))]

const linter = new Linter({ cwd: dirname(SOURCE) })
const config = { files: ['**/*.ts'], languageOptions: { parser: tseslint.parser }, plugins: { layers }, rules: { 'layers/imports-point-down': 'error' } } as Linter.Config

/** What the linter says of a file with this text in `folder`. */
const lint = (folder: string, text: string) => linter.verify(text, config, { filename: resolve(SOURCE, folder, 'planted.ts') }).map(({ message }) => message)

/** How a file in `folder` would name one in `room`. */
const addressed = (folder: string, room: string) => {
  const path = relative(resolve(SOURCE, folder), resolve(SOURCE, room, 'anything'))
  return path.startsWith('.') ? path : `./${path}`
}

/** A room that `folder` may not import: the last of the topmost layer, or another page. */
const forbiddenTo = (folder: string) => (roomOf(resolve(SOURCE, folder, 'x.ts'))?.room === 'pages/task' ? 'pages/review' : 'pages/task')

describe('every folder', () => {
  it('is in exactly one layer', () => {
    expect(FOLDERS.length).toBeGreaterThan(40)
    for (const folder of FOLDERS) expect(roomOf(resolve(SOURCE, folder, 'x.ts')), folder).not.toBeNull()
    const rooms = LAYERS.flat()
    expect(new Set(rooms).size).toBe(rooms.length)
    expect(rooms.filter((room) => rooms.some((other) => room.startsWith(`${other}/`)))).toEqual([])
  })

  it('that a layer names exists', () => {
    for (const room of LAYERS.flat()) expect(FOLDERS.some((folder) => folder === room || folder.startsWith(`${room.replace(/\/\*$/, '')}/`)), room).toBe(true)
  })

  it('is held by the configuration of `npm run check`', async () => {
    const eslint = new ESLint({ cwd: dirname(SOURCE) })
    for (const folder of FOLDERS) {
      const { rules } = (await eslint.calculateConfigForFile(resolve(SOURCE, folder, 'x.ts'))) as Linter.Config
      expect(rules?.['layers/imports-point-down'], folder).toEqual([2])
    }
  })

  it('without a layer is refused, as is whoever imports from it', () => {
    expect(lint('utils', '')).toEqual([expect.stringContaining('is in no layer')])
    expect(lint('api', "import '../utils/anything'")).toEqual([expect.stringContaining('is in no layer')])
  })
})

describe.each(FOLDERS.filter((folder) => folder !== '' && folder !== 'pages'))('%s', (folder) => {
  const target = addressed(folder, forbiddenTo(folder))
  it.each([
    `import { anything } from '${target}'`,
    `import type { Anything } from '${target}'`,
    `import '${target}.css'`,
    `export { anything } from '${target}'`,
    `export * from '${target}'`,
    `void import('${target}')`,
    `type Anything = import('${target}').Anything`,
  ])('is refused %s', (planted) => {
    expect(lint(folder, planted)).toEqual([expect.stringContaining('may not import')])
  })
})

it('lets a room import from itself and from lower layers', () => {
  expect(lint('viewer/picture', "import '../gl/Program'\nimport '../../kit/dom/html'\nimport 'three'")).toEqual([])
})

it('lets rooms of one layer know nothing of each other', () => {
  for (const rooms of LAYERS) {
    const [one, other] = rooms
    if (one !== undefined && other !== undefined) expect(lint(one, `import '${addressed(one, other)}'`)).toHaveLength(1)
  }
})

/** The folders that each folder imports from, type imports and imports at run time included. */
function importsBetweenFolders(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { parentPath, name } of FILES) {
    if (!/\.tsx?$/.test(name)) continue
    const { importedFiles } = ts.preProcessFile(readFileSync(resolve(parentPath, name), 'utf8'))
    const folders = importedFiles.filter(({ fileName }) => fileName.startsWith('.')).map(({ fileName }) => dirname(resolve(parentPath, fileName)))
    const others = folders.filter((folder) => folder !== parentPath)
    found.set(parentPath, new Set([...(found.get(parentPath) ?? []), ...others]))
  }
  return found
}

it('lets no folder import from itself over others, however deep it lies', () => {
  const imports = importsBetweenFolders()
  expect([...imports.values()].reduce((sum, { size }) => sum + size, 0)).toBeGreaterThan(100)
  for (let before = -1; before !== imports.size; ) {
    before = imports.size
    for (const [folder, others] of imports) if ([...others].every((other) => !imports.has(other))) imports.delete(folder)
  }
  expect([...imports.keys()].map((folder) => relative(SOURCE, folder))).toEqual([])
})

import { readdirSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'

import { ESLint, Linter } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'

import { LAYERS, layers, roomOf } from './layers.js'

const SOURCE = resolve(import.meta.dirname, '../src')

/** Every folder that holds files, from `src` on. */
const FOLDERS = [...new Set(readdirSync(SOURCE, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [relative(SOURCE, entry.parentPath)] : [])))]

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
    for (const room of LAYERS.flat()) expect(FOLDERS.some((folder) => folder === room || folder.startsWith(`${room}/`)), room).toBe(true)
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

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'

import ts from 'typescript'
import { describe, expect, it } from 'vitest'

import { LAYERS, roomOf, SOURCE } from './layers.js'
import { importFault } from './lint.js'

const FILES = readdirSync(SOURCE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

/** Every folder that holds files, from `src` on. */
const FOLDERS = [...new Set(FILES.map((entry) => relative(SOURCE, entry.parentPath)))]

/** What is wrong with an import of `target` in a file of `folder`. */
const fault = (folder: string, target: string) => importFault(resolve(SOURCE, folder, 'planted.ts'), target)

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

  it('without a layer is refused where something is imported from it', () => {
    expect(fault('api', '../utils/anything')).toContain('is in no layer')
  })

  it('may not import what lies above it', () => {
    for (const folder of FOLDERS.filter((each) => each !== '' && each !== 'pages')) {
      for (const ending of ['', '.css']) expect(fault(folder, `${addressed(folder, forbiddenTo(folder))}${ending}`), folder).toContain('may not import')
    }
  })
})

it('lets a room import from itself, from lower layers and from packages', () => {
  for (const target of ['../gl/Program', '../../kit/dom/html', 'three', '../../../testing/house']) expect(fault('viewer/picture', target), target).toBeNull()
})

it('lets rooms of one layer know nothing of each other', () => {
  for (const rooms of LAYERS) {
    const [one, other] = rooms
    if (one !== undefined && other !== undefined) expect(fault(one, addressed(one, other))).not.toBeNull()
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

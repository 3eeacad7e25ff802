import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

const HERE = resolve(import.meta.dirname, '..')
const PLANTED: Record<string, string> = {
  'src/api/value.ts': "import { anything } from '../viewer/anything'\nanything()",
  'src/api/type.ts': "import type { Anything } from '../viewer/anything'\nexport type Other = Anything",
  'src/api/style.ts': "import '../viewer/anything.css'",
  'src/api/given.ts': "export { anything } from '../viewer/anything'",
  'src/api/all.ts': "export * from '../viewer/anything'",
  'src/api/late.ts': "export const late = () => import('../viewer/anything')",
  'src/api/typed.ts': "export type Other = import('../viewer/anything').Anything",
  'src/api/address.ts': "export const address = new URL('../viewer/anything.ts', import.meta.url)",
  'src/utils/homeless.ts': 'export const one = 1',
  'src/api/timer.ts': 'setTimeout(() => undefined, 1)',
  'src/api/listener.ts': "window.addEventListener('click', () => undefined)",
  'src/kit/lifecycle/allowed.ts': 'setTimeout(() => undefined, 1)',
  'src/review/View.tsx': 'document.body.replaceChildren()',
  'src/review/parts/beside.ts': 'document.body.replaceChildren()',
  'src/api/kinds.ts': 'export enum Kind { One }',
  'src/review/View.test.tsx': 'document.body.replaceChildren()',
  'src/viewer/allowed.ts': "import '../api/value'\ndocument.body.replaceChildren()",
}

let folder: string
let said: { filename: string; code: string }[]

/** The linter, with our configuration, of a folder with these files alone; nothing is asked of types. */
beforeAll(() => {
  folder = mkdtempSync(resolve(tmpdir(), 'pangea-lint-'))
  for (const part of ['.oxlintrc.json', 'build/lint.js', 'build/layers.js']) cpSync(resolve(HERE, part), resolve(folder, part))
  for (const [file, text] of Object.entries(PLANTED)) {
    mkdirSync(resolve(folder, file, '..'), { recursive: true })
    writeFileSync(resolve(folder, file), `${text}\n`)
  }
  const { stdout } = spawnSync(process.execPath, [resolve(HERE, 'node_modules/oxlint/bin/oxlint'), '--format=json'], { cwd: folder, encoding: 'utf8' })
  said = (JSON.parse(stdout) as { diagnostics: typeof said }).diagnostics
})
afterAll(() => rmSync(folder, { recursive: true }))

const ours = (file: string) => said.filter(({ filename, code }) => filename === file && code.startsWith('pangea')).map(({ code }) => code)

it.each(['value', 'type', 'style', 'given', 'all', 'late', 'typed', 'address'])('refuses an import that points up: %s', (name) => {
  expect(ours(`src/api/${name}.ts`)).toEqual(['pangea(imports-point-down)'])
})

it('refuses a folder that is in no layer', () => {
  expect(ours('src/utils/homeless.ts')).toEqual(['pangea(imports-point-down)'])
})

it.each(['timer', 'listener'])('refuses a %s that no Scope owns', (name) => {
  expect(ours(`src/api/${name}.ts`)).toEqual(['pangea(scopes-own-calls)'])
})

it.each(['View.tsx', 'parts/beside.ts'])('refuses what changes a page by hand among views: %s', (name) => {
  expect(ours(`src/review/${name}`)).toContain('pangea(views-follow-state)')
})

it('refuses an enum', () => {
  expect(ours('src/api/kinds.ts')).toEqual(['pangea(no-enums)'])
})

it('lets be what is allowed', () => {
  expect([ours('src/kit/lifecycle/allowed.ts'), ours('src/viewer/allowed.ts'), ours('src/review/View.test.tsx').includes('pangea(views-follow-state)')]).toEqual([[], [], false])
})

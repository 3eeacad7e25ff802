import { randomBytes } from 'node:crypto'

import { expect, it } from 'vitest'

import { pageSizes } from './scriptBudget.ts'

interface Options {
  file?: string
  imports?: string[]
  later?: string[]
  isEntry?: boolean
}

/** A chunk whose code has so many kilobytes, which gzip cannot make smaller than their three quarters. */
const chunk = (name: string, kilobytes: number, { file, imports = [], later = [], isEntry = false }: Options = {}) => ({
  type: 'chunk' as const,
  name,
  fileName: `${name}.js`,
  code: randomBytes(kilobytes * 750).toString('base64'),
  facadeModuleId: file ?? null,
  isEntry,
  imports: imports.map((each) => `${each}.js`),
  dynamicImports: later.map((each) => `${each}.js`),
})

const chunks = [
  chunk('task', 10, { isEntry: true, imports: ['shared'], later: ['guide', 'find', 'hi', 'te'] }),
  chunk('shared', 20, { later: ['waveform'] }),
  chunk('guide', 40, { file: '/src/tasks/guide/task.ts', imports: ['shared'], later: ['waveform'] }),
  chunk('find', 30, { file: '/src/tasks/find/task.ts', imports: ['shared'] }),
  chunk('hi', 8, { file: '/src/kit/messages/hi.json' }),
  chunk('te', 9, { file: '/src/kit/messages/te.json' }),
  chunk('waveform', 25),
]
const bundle = Object.fromEntries(chunks.map((each) => [each.fileName, each]))
const near = (kilobytes: number) => kilobytes * 0.76

it('counts at once what the page imports, each file once', () => {
  expect(pageSizes('task', bundle).first).toBeCloseTo(near(30), -1)
})

it('counts the largest kind and the largest language, and everything that they import later', () => {
  const { whole } = pageSizes('task', bundle)
  expect(whole).toBeGreaterThan(near(10 + 20 + 40 + 9 + 25) * 0.97)
  expect(whole).toBeLessThan(near(10 + 20 + 40 + 9 + 25) * 1.03)
})

it('knows no other page', () => {
  expect(pageSizes('monitor', bundle)).toEqual({ first: 0, whole: 0 })
})

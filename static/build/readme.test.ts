import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { expect, it } from 'vitest'

import { LAYERS } from './layers.js'

const README = readFileSync(resolve(import.meta.dirname, '../README.md'), 'utf8')
const SOURCE = resolve(import.meta.dirname, '../src')

/** The text from one heading to the next. */
const section = (title: string) => new RegExp(`^## ${title}\\n(.*?)(?=^## )`, 'ms').exec(README)?.[1] ?? ''

it('describes the packages that there are, in the order of their layers', () => {
  const cells = [...section('Packages').matchAll(/^\| (`[^|]*`) \|/gm)].map(([, cell = '']) => cell)
  expect(cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name))).toEqual(LAYERS.flat())
})

it('names files that exist', () => {
  const inViewer = section('How a panorama is drawn')
  const named = (text: string) => [...text.matchAll(/`([\w/]+(?:\.worklet)?\.(?:tsx?|css))`/g)].map(([, file = '']) => file)
  const missing = [
    ...named(inViewer).filter((file) => !existsSync(resolve(SOURCE, 'viewer', file))),
    ...named(README.replace(inViewer, '')).filter((file) => !existsSync(resolve(SOURCE, file)) && !existsSync(resolve(SOURCE, '..', file))),
  ]
  expect(named(README).length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})

/** The pages turn with the language: their styles say start and end, and left and right only where the thing itself does not turn. */

import { readdirSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'

import { expect, it } from 'vitest'

const SOURCE = resolve(import.meta.dirname, '../src')
const SHEETS = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter(({ name }) => name.endsWith('.css'))
  .map(({ parentPath, name }) => resolve(parentPath, name))

const SIDES = /^(?:(?:margin|padding|border)-(?:left|right)(?:-\w+)?|left|right|float|clear|text-align|justify-\w+|border-(?:top|bottom)-(?:left|right)-radius|transform-origin)$/
const PHYSICAL = /\b(?:left|right)\b/
/** Four values in a row name the right side second and the left side last. */
const FOUR_SIDES = /^(?:margin|padding|inset|border-(?:width|color|style))$/

// The declarations of a style sheet that name a side, but for those after which a comment says why: physical, and the reason.
function sided(sheet: string): string[] {
  return sheet.split('\n').filter((line) => {
    const [, property = '', value = ''] = /^\s*([\w-]+):\s*([^;]*);(?!\s*\/\* physical: )/.exec(line) ?? []
    if (SIDES.test(property)) return PHYSICAL.test(`${property} ${value}`)
    const values = value.replace(/\([^)]*\)/g, '()').split(/\s+/)
    return FOUR_SIDES.test(property) && values.length === 4 && values[1] !== values[3]
  }).map((line) => line.trim())
}

it('names a side only where something does not turn with the language', () => {
  expect(SHEETS.length).toBeGreaterThan(15)
  expect(SHEETS.flatMap((sheet) => sided(readFileSync(sheet, 'utf8')).map((line) => `${relative(SOURCE, sheet)}: ${line}`))).toEqual([])
})

it.each(['margin-left: 4px;', 'right: 0;', 'text-align: left;', 'padding: 0 4px 0 8px;', 'border-left-color: red;', 'inset: 0 auto 0 0;', 'float: right;'])('finds %s', (line) => {
  expect(sided(`.a {\n  ${line}\n}`)).toEqual([line])
})

it.each(['margin-inline-start: 4px;', 'text-align: start;', 'padding: 0 4px;', 'inset: 0 auto 0 auto;', 'left: 3px; /* physical: where the camera sees it */'])('leaves %s alone', (line) => {
  expect(sided(`.a {\n  ${line}\n}`)).toEqual([])
})

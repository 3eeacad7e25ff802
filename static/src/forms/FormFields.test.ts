// @vitest-environment page
import { afterEach, expect, it } from 'vitest'

import type { FormView, QuestionView } from '../api/types'
import { FormFields, problemOf } from './FormFields'

const plain = { required: false, title: 'Title', description: '', options: [], least: null, most: null, low: '', high: '' }
const asked = (question: Partial<QuestionView>): QuestionView => ({ ...plain, name: 'q', input: 'text', ...question })
const options = (...values: string[]) => values.map((value) => ({ value, label: `The ${value}` }))

function shown(...questions: QuestionView[]): { fields: FormFields; form: FormView } {
  const form = { name: 'f', version: 'v', language: 'en', title: 'Form', introduction: '', questions }
  const fields = new FormFields(form)
  document.body.append(fields.element)
  return { fields, form }
}

const find = (name: string): HTMLInputElement => {
  const found = document.querySelector<HTMLInputElement>(`[data-testid="${name}"]`)
  if (!found) throw new Error(`there is no ${name}`)
  return found
}

afterEach(() => document.body.replaceChildren())

it('gives each kind of answer back as JSON, and leaves out what was not answered', () => {
  const { fields, form } = shown(
    asked({ name: 'text' }),
    asked({ name: 'long', input: 'long_text' }),
    asked({ name: 'many', input: 'number' }),
    asked({ name: 'sort', input: 'choice', options: options('a', 'b') }),
    asked({ name: 'menu', input: 'choice', options: options('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h') }),
    asked({ name: 'all', input: 'choices', options: options('x', 'y', 'z') }),
    asked({ name: 'sure', input: 'yes_no', options: [{ value: 'true', label: '' }, { value: 'false', label: '' }] }),
    asked({ name: 'ease', input: 'scale', options: options('1', '2', '3'), least: 1, most: 3 }),
  )
  expect(fields.answers).toEqual({})
  find('text').value = '  words '
  find('many').value = '2,5'
  find('sort-b').click()
  find('menu').value = 'h'
  find('all-x').click()
  find('all-z').click()
  find('sure-false').click()
  find('ease-3').click()
  const answers = { text: 'words', many: 2.5, sort: 'b', menu: 'h', all: ['x', 'z'], sure: false, ease: 3 }
  expect(fields.answers).toEqual(answers)
  expect(fields.check()).toBe(true)
  expect(new FormFields(form, answers).answers).toEqual(answers)
})

it('says beside each question what is wrong, and goes to the first', () => {
  const { fields } = shown(asked({ name: 'one' }), asked({ name: 'two', required: true }), asked({ name: 'three', required: true, input: 'yes_no', options: options('true', 'false') }))
  expect(fields.check()).toBe(false)
  expect(document.activeElement).toBe(find('two'))
  expect(find('two').getAttribute('aria-invalid')).toBe('true')
  expect(find('two').getAttribute('aria-describedby')).toContain(find('problem-two').id)
  expect([find('problem-one').hidden, find('problem-two').hidden, find('problem-three').hidden]).toEqual([true, false, false])
  find('two').value = 'here'
  find('three-true').click()
  expect(fields.check()).toBe(true)
  expect(find('problem-two').hidden).toBe(true)
})

it.each<[Partial<QuestionView>, FormFields['answers'][string] | null, boolean]>([
  [{}, null, true],
  [{ required: true }, null, false],
  [{ input: 'number' }, Number.NaN, false],
  [{ input: 'integer' }, 2.5, false],
  [{ input: 'integer', least: 1, most: 3 }, 3, true],
  [{ input: 'integer', least: 1, most: 3 }, 4, false],
  [{ input: 'number', least: 1 }, 0.5, false],
  [{ input: 'choices', least: 2, options: options('a', 'b', 'c') }, ['a'], false],
  [{ input: 'choices', most: 1, options: options('a', 'b', 'c') }, ['a', 'b'], false],
  [{ most: 3 }, 'four', false],
  [{ least: 3 }, 'no', false],
  [{ most: 3 }, '😀😀😀', true],
])('%o takes %o: %s', (question, answer, fits) => {
  expect(problemOf(asked(question), answer) === null).toBe(fits)
})

it('has a name for every control', () => {
  shown(asked({ name: 'a' }), asked({ name: 'b', input: 'choice', options: options('x') }), asked({ name: 'c', input: 'scale', options: options('1', '2'), low: 'Bad', high: 'Good' }))
  expect(find('a').labels?.[0]?.textContent).toContain('Title')
  expect(find('b-x').closest('fieldset')?.querySelector('legend')?.textContent).toContain('Title')
  expect(find('c-1').getAttribute('aria-label')).toBe('1: Bad')
  expect(find('c-2').getAttribute('aria-label')).toBe('2: Good')
})

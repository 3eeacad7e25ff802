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

const OPTIONS = options('a', 'b', 'c')
it.each<[Partial<QuestionView>, FormFields['answers'][string] | null, string | null]>([
  [{}, null, null],
  [{ required: true }, null, 'Please answer this question.'],
  [{ input: 'number' }, Number.NaN, 'Write a number, such as 2.5.'],
  [{ input: 'number' }, 2.5, null],
  [{ input: 'integer' }, 2.5, 'Write a whole number.'],
  [{ input: 'number', least: 1, most: 3 }, 0.5, 'Write 1 or more.'],
  [{ input: 'number', least: 1, most: 3 }, 1, null],
  [{ input: 'number', least: 1, most: 3 }, 3, null],
  [{ input: 'integer', least: 1, most: 3 }, 4, 'Write 3 or less.'],
  [{ input: 'choices', least: 2, options: OPTIONS }, ['a'], 'Choose 2 or more.'],
  [{ input: 'choices', least: 2, most: 2, options: OPTIONS }, ['a', 'b'], null],
  [{ input: 'choices', most: 1, options: OPTIONS }, ['a', 'b'], 'Choose 1 at most.'],
  [{ most: 3 }, 'four', 'Write at most 3 characters.'],
  [{ least: 3 }, 'no', 'Write at least 3 characters.'],
  [{ least: 3, most: 3 }, '😀😀😀', null],
  [{ input: 'choice', least: 5, options: OPTIONS }, 'a', null],
])('%o takes %o: %s', (question, answer, problem) => {
  expect(problemOf(asked(question), answer)).toBe(problem)
})

it('asks by buttons up to seven options, and by a menu beyond', () => {
  const seven = options('a', 'b', 'c', 'd', 'e', 'f', 'g')
  shown(asked({ name: 'few', input: 'choice', options: seven }), asked({ name: 'many', input: 'choice', options: [...seven, ...options('h')] }))
  expect([find('few-g').type, find('many').tagName, [...(find('many') as unknown as HTMLSelectElement).options].map(({ text }) => text)]).toEqual(['radio', 'SELECT', ['Choose…', ...Array.from('abcdefgh', (name) => `The ${name}`)]])
})

it('says which questions need no answer, and what else there is to know', () => {
  const yesNo = [{ value: 'true', label: 'Surely' }, { value: 'false', label: '' }]
  shown(asked({ name: 'a', required: true, description: 'In a word.' }), asked({ name: 'b', input: 'yes_no', options: yesNo }))
  const parts = (name: string) => [...(document.querySelector(`[data-testid="question-${name}"]`)?.children ?? [])].map((each) => ((each as HTMLElement).hidden ? null : each.textContent))
  expect([parts('a'), parts('b')]).toEqual([['Title', 'In a word.', '', null], ['Title (optional)', null, 'SurelyNo', null]])
})

it('takes blanks for no answer', () => {
  const { fields } = shown(asked({ name: 'a' }), asked({ name: 'n', input: 'number' }))
  ;[find('a').value, find('n').value] = ['  ', ' ']
  expect(fields.answers).toEqual({})
})

it('has a name for every control', () => {
  shown(asked({ name: 'a' }), asked({ name: 'b', input: 'choice', options: options('x') }), asked({ name: 'c', input: 'scale', options: options('1', '2', '3'), low: 'Bad', high: 'Good' }))
  expect(find('a').labels?.[0]?.textContent).toContain('Title')
  expect(find('b-x').closest('fieldset')?.querySelector('legend')?.textContent).toContain('Title')
  expect(['1', '2', '3'].map((point) => find(`c-${point}`).getAttribute('aria-label'))).toEqual(['1: Bad', null, '3: Good'])
})

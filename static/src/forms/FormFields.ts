import type { FormView, QuestionView } from '../api/types'
import { html } from '../kit/dom/html'
import { t } from '../kit/messages/messages'

export type Answer = string | number | boolean | string[]
export type Answers = Record<string, Answer>

/** A choice with more options than this is a menu. */
const MOST_RADIOS = 7

/** What the page holds of one question. */
interface Field {
  readonly question: QuestionView
  readonly element: HTMLElement
  /** The controls that a person fills in; the first takes the focus. */
  readonly controls: readonly (HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement)[]
  readonly problem: HTMLElement
  /** Null: there is no answer. */
  readonly read: () => Answer | null
  readonly write: (answer: Answer) => void
}

let formsShown = 0

/** The questions of a form as plain fields, with what is wrong beside each. */
export class FormFields {
  readonly element: HTMLElement
  private readonly fields: readonly Field[]

  constructor(form: FormView, answers: Answers = {}) {
    const prefix = `form-${++formsShown}`
    this.fields = form.questions.map((question) => field(question, `${prefix}-${question.name}`))
    this.element = html('div', { class: 'form-fields', lang: form.language, dir: 'auto' }, ...this.fields.map(({ element }) => element))
    for (const { question, write } of this.fields) {
      const known = answers[question.name]
      if (known !== undefined) write(known)
    }
  }

  /** The answers so far, whether they fit or not. */
  get answers(): Answers {
    const given = this.fields.map(({ question, read }) => [question.name, read()] as const)
    return Object.fromEntries(given.filter((pair): pair is readonly [string, Answer] => pair[1] !== null))
  }

  /** Says beside each question what is wrong with its answer, and goes to the first; true when everything fits. */
  check(): boolean {
    const wrong = this.fields.filter((each) => {
      const problem = problemOf(each.question, each.read())
      each.problem.textContent = problem ?? ''
      each.problem.hidden = problem === null
      for (const control of each.controls) control.setAttribute('aria-invalid', String(problem !== null))
      return problem !== null
    })
    wrong[0]?.controls[0]?.focus()
    return wrong.length === 0
  }
}

/** What is wrong with an answer, in the person's language; null where it fits. */
export function problemOf(question: QuestionView, answer: Answer | null): string | null {
  const { required, least, most } = question
  if (answer === null) return required ? t('forms.required') : null
  if (typeof answer === 'number') {
    if (Number.isNaN(answer)) return t('forms.number')
    if (question.input !== 'number' && !Number.isInteger(answer)) return t('forms.whole')
    if (least !== null && answer < least) return t('forms.least', { least })
    if (most !== null && answer > most) return t('forms.most', { most })
  } else if (Array.isArray(answer)) {
    if (least !== null && answer.length < least) return t('forms.chooseLeast', { least })
    if (most !== null && answer.length > most) return t('forms.chooseMost', { most })
  } else if (typeof answer === 'string' && question.options.length === 0) {
    const { length } = Array.from(answer) // JSON Schema counts code points
    if (least !== null && length < least) return t('forms.longer', { least })
    if (most !== null && length > most) return t('forms.shorter', { most })
  }
  return null
}

function field(question: QuestionView, id: string): Field {
  const problem = html('p', { class: 'form-problem', id: `${id}-problem`, hidden: true, 'data-testid': `problem-${question.name}` })
  const made = { ...control(question, id) }
  for (const each of made.controls) each.setAttribute('aria-describedby', `${id}-hint ${id}-problem`)
  const hint = html('p', { class: 'hint', id: `${id}-hint`, hidden: question.description === '' }, question.description)
  const grouped = question.input === 'yes_no' || question.input === 'choices' || question.input === 'scale' || isRadios(question)
  const name = grouped ? html('legend', {}, ...title(question)) : html('label', { for: id }, ...title(question))
  const attributes = { class: `form-question form-${question.input}`, 'data-testid': `question-${question.name}` }
  const element = grouped ? html('fieldset', attributes, name, hint, made.element, problem) : html('div', attributes, name, hint, made.element, problem)
  return { question, problem, ...made, element }
}

function title({ title: text, required }: QuestionView): (Node | string)[] {
  return required ? [text] : [text, ' ', html('span', { class: 'form-optional' }, t('forms.optional'))]
}

type Control = Pick<Field, 'element' | 'controls' | 'read' | 'write'>

const isRadios = ({ input, options }: QuestionView): boolean => input === 'choice' && options.length <= MOST_RADIOS

function control(question: QuestionView, id: string): Control {
  switch (question.input) {
    case 'text':
      return text(question, html('input', { type: 'text', id, class: 'input', dir: 'auto', 'data-testid': question.name }))
    case 'long_text':
      return text(question, html('textarea', { id, rows: 4, class: 'input', dir: 'auto', 'data-testid': question.name }))
    case 'number':
    case 'integer':
      return number(question, id)
    case 'choice':
      return isRadios(question) ? radios(question, id, (value) => value, 'form-options') : menu(question, id)
    case 'choices':
      return checkBoxes(question, id)
    case 'yes_no':
      return radios(named(question), id, (value) => value === 'true', 'form-options')
    case 'scale':
      return scale(question, id)
  }
}

/** Yes and no in the page's language, where the form has no words for them. */
const named = (question: QuestionView): QuestionView => ({
  ...question,
  options: question.options.map(({ value, label }) => ({ value, label: label === '' ? t(value === 'true' ? 'forms.yes' : 'forms.no') : label })),
})

function text({ required }: QuestionView, area: HTMLInputElement | HTMLTextAreaElement): Control {
  area.required = required
  const read = () => (area.value.trim() === '' ? null : area.value.trim())
  return { element: area, controls: [area], read, write: (answer) => (area.value = String(answer)) }
}

/** Not `type=number`: browsers then hide what was typed if it is no number, and change it when the wheel turns. */
function number({ required, name }: QuestionView, id: string): Control {
  const input = html('input', { type: 'text', inputmode: 'decimal', id, required, class: 'input form-figure', 'data-testid': name })
  const read = () => (input.value.trim() === '' ? null : Number(input.value.trim().replace(',', '.')))
  return { element: input, controls: [input], read, write: (answer) => (input.value = String(answer)) }
}

function menu({ options, required, name }: QuestionView, id: string): Control {
  const none = html('option', { value: '' }, t('forms.choose'))
  const select = html('select', { id, required, class: 'select', 'data-testid': name }, none, ...options.map(({ value, label }) => html('option', { value }, label)))
  return { element: select, controls: [select], read: () => (select.value === '' ? null : select.value), write: (answer) => (select.value = String(answer)) }
}

function radios({ options, name, required }: QuestionView, id: string, valueOf: (value: string) => Answer, look: string): Control {
  const inputs = options.map(({ value }) => html('input', { type: 'radio', name: id, value, required, 'data-testid': `${name}-${value}` }))
  const lines = options.map(({ label }, index) => html('label', { class: 'check-line' }, inputs[index] ?? '', html('span', {}, label)))
  const read = () => {
    const chosen = inputs.find(({ checked }) => checked)
    return chosen ? valueOf(chosen.value) : null
  }
  const write = (answer: Answer) => {
    for (const input of inputs) input.checked = input.value === String(answer)
  }
  return { element: html('div', { class: look }, ...lines), controls: inputs, read, write }
}

function checkBoxes({ options, name }: QuestionView, id: string): Control {
  const inputs = options.map(({ value }) => html('input', { type: 'checkbox', name: id, value, 'data-testid': `${name}-${value}` }))
  const lines = options.map(({ label }, index) => html('label', { class: 'check-line' }, inputs[index] ?? '', html('span', {}, label)))
  const read = () => {
    const chosen = inputs.filter(({ checked }) => checked).map(({ value }) => value)
    return chosen.length === 0 ? null : chosen
  }
  const write = (answer: Answer) => {
    for (const input of inputs) input.checked = Array.isArray(answer) && answer.includes(input.value)
  }
  return { element: html('div', { class: 'form-options' }, ...lines), controls: inputs, read, write }
}

/** The points in one row, with what its ends mean below them. */
function scale(question: QuestionView, id: string): Control {
  const { low, high } = question
  const row = radios(question, id, Number, 'form-points')
  const ends = html('div', { class: 'form-ends', 'aria-hidden': 'true' }, html('span', {}, low), html('span', {}, high))
  for (const [at, meaning] of [[0, low], [-1, high]] as const) {
    const point = row.controls.at(at)
    if (meaning !== '') point?.setAttribute('aria-label', `${point.value}: ${meaning}`)
  }
  return { ...row, element: html('div', { class: 'form-scale' }, row.element, ends) }
}

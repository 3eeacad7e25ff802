import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { listenForActions } from '../../kit/keys/listenForActions'
import { capKeys } from '../../kit/keys/showKeys'
import type { Scope } from '../../kit/lifecycle/Scope'
import type { Choice } from './kind'
import { own } from './messages/own'

/** As many answers of one press as have keys. */
const KEYS = ['answer1', 'answer2', 'answer3', 'answer4', 'answer5'] as const

/** The answers that one press gives, each with its key, in the order in which they are shown. */
export class AnswerRow<Answer> {
  readonly element = html('div', { class: 'landmark-answers', role: 'group', 'aria-label': own('answers') })
  private choices: readonly Choice<Answer>[] = []

  constructor(
    private readonly scope: Scope,
    private readonly take: (answer: Answer) => void,
  ) {
    const press = (number: number) => () => this.press(this.choices[number])
    listenForActions(scope, { answer1: press(0), answer2: press(1), answer3: press(2), answer4: press(3), answer5: press(4) })
  }

  /** `given` is marked as what was answered. */
  show(choices: readonly Choice<Answer>[], given: Answer | null): void {
    const held = [...this.element.children].indexOf(document.activeElement ?? this.element)
    this.choices = choices
    this.element.replaceChildren(...choices.map((choice, number) => this.made(choice, number, given)))
    this.element.hidden = choices.length === 0
    this.element.dataset.count = String(choices.length)
    this.element.toggleAttribute('data-many', choices.length > KEYS.length)
    if (held !== -1) (this.element.children[held] as HTMLElement | undefined)?.focus()
  }

  private made(choice: Choice<Answer>, number: number, given: Answer | null): HTMLElement {
    const made = button(this.scope, { name: `answer-${choice.name}`, label: choice.label, press: () => this.press(choice) })
    const action = KEYS[number]
    if (choice.also) capKeys(this.scope, made, choice.also)
    if (action) capKeys(this.scope, made, action)
    const isOn = choice.pressed ?? (given !== null && holds(given, choice.answer))
    if (isOn || choice.pressed !== undefined) made.setAttribute('aria-pressed', String(isOn))
    const { language, direction } = choice.words ?? {}
    if (language) made.firstElementChild?.setAttribute('lang', language)
    if (direction) made.firstElementChild?.setAttribute('dir', direction)
    return made
  }

  private press(choice: Choice<Answer> | undefined): void {
    choice?.press?.()
    if (choice?.answer !== undefined) this.take(choice.answer)
  }
}

/** Whether what was given says all that a choice says. */
function holds(given: unknown, choice: unknown): boolean {
  if (typeof given !== 'object' || typeof choice !== 'object' || given === null || choice === null) return false
  return Object.entries(choice).every(([name, value]) => JSON.stringify((given as Record<string, unknown>)[name]) === JSON.stringify(value))
}

import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import type { PhaseContext } from '../phases/defineTask'
import type { FollowerEvent, FollowerSession } from './FollowerSession'
import { own } from './messages/own'

type RatingQuestion = 'confidence' | 'quality'

const FIELDS = { confidence: 'confidence', quality: 'instruction_quality' } as const
const GRADES = [1, 2, 3, 4, 5] as const

/** How sure a Follower is, and how good the words were. */
export function showRate({ scope, root, session, send }: PhaseContext<FollowerSession, FollowerEvent>): void {
  const asked: readonly RatingQuestion[] = session.outcome === 'done' ? ['confidence', 'quality'] : ['quality']
  const missing = html('p', { class: 'hint' }, own('rate.missing'), ' ', html('span', { class: 'key-hint' }, own('rate.keys')))
  const next = button(scope, { name: 'rate-send', label: own('rate.send'), icon: 'check', look: 'primary', press: () => send('rated') })
  const back = button(scope, { name: 'back', label: t('walk.back'), icon: 'back', press: () => send('back') })
  const check = () => {
    const complete = asked.every((question) => session.feedback[FIELDS[question]] !== undefined)
    next.disabled = !complete
    missing.hidden = complete
  }
  const grade = (question: RatingQuestion) => (value: number) => {
    session.say({ feedback: { ...session.feedback, [FIELDS[question]]: value } })
    check()
  }
  const scales = asked.map((question) => scale(scope, question, session.feedback[FIELDS[question]] ?? null, grade(question)))
  root.append(
    html('section', { class: 'message' }, html('h1', {}, own('rate.title')), ...scales, missing, html('div', { class: 'message-actions' }, ...(session.feedback.reason === 'time_up' ? [] : [back]), next)),
  )
  answerByKey(scope, root, { asked, isAnswered: (question) => session.feedback[FIELDS[question]] !== undefined, next })
  check()
}

interface ByKey {
  asked: readonly RatingQuestion[]
  isAnswered: (question: RatingQuestion) => boolean
  next: HTMLButtonElement
}

/** The keys 1 to 5 answer the question that comes next; after the last one, Enter sends. */
function answerByKey(scope: Scope, root: HTMLElement, { asked, isAnswered, next }: ByKey): void {
  const radios = (question: RatingQuestion) => root.querySelectorAll<HTMLInputElement>(`input[name=${question}]`)
  scope.listen(root, 'change', tellKeys)
  scope.listen(document, 'keydown', (event) => {
    const due = asked.find((question) => !isAnswered(question))
    if (!due || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
    const chosen = [...radios(due)].find(({ value }) => value === event.key)
    chosen?.click()
    if (chosen && asked.every(isAnswered)) next.focus()
  })
  tellKeys()

  function tellKeys(): void {
    const due = asked.find((question) => !isAnswered(question))
    for (const question of asked) {
      for (const radio of radios(question)) {
        if (question === due) radio.setAttribute('aria-keyshortcuts', radio.value)
        else radio.removeAttribute('aria-keyshortcuts')
      }
    }
  }
}

function scale(scope: Scope, question: RatingQuestion, chosen: number | null, choose: (grade: number) => void): HTMLElement {
  const grades = GRADES.map((grade) => {
    const radio = html('input', { type: 'radio', name: question, value: grade, checked: grade === chosen })
    scope.listen(radio, 'change', () => choose(grade))
    return html('label', { class: 'grade', 'data-testid': `${question}-${grade}` }, radio, html('span', {}, String(grade)))
  })
  return html(
    'fieldset',
    { class: 'scale' },
    html('legend', {}, own(`rate.${question}`)),
    html('div', { class: 'grades' }, ...grades),
    html('p', { class: 'scale-ends' }, html('span', {}, own(`rate.low.${question}`)), html('span', {}, own(`rate.high.${question}`))),
  )
}

import { useState } from 'preact/hooks'

import { listAddress } from '../../annotations/filters'
import type { Question } from '../../api/types'
import { Time } from '../../kit/formatting/figures'
import { Button } from '../../kit/view/controls'
import { say } from '../../kit/messages/staffMessages'
import { personText } from '../../people/labels'

const STATES: Record<Question['state'], string> = { waiting: say('Waits for an answer'), answered: say('Answered, not read yet'), read: say('Answer read') }

interface QuestionCardProps {
  readonly question: Question
  /** Whether the answer has arrived. */
  readonly answer: (words: string) => Promise<boolean>
}

/** One question with everything that was said, and a field for the answer. */
export function QuestionCard({ question, answer }: QuestionCardProps) {
  const { annotator_id: person, state, messages } = question
  return (
    <article class={`card question question-${state}`} data-testid="question">
      <header class="question-head">
        <strong data-testid="question-state">{STATES[state]}</strong>
        <span>{subject(question)}</span>
        <a href={listAddress({ annotator: String(person) }, 'success_rate')}>{say('Person {{number}}', { number: personText(person) })}</a>
      </header>
      {messages.map(({ side, by, words, at }) => (
        <div key={at} class={`said said-${side}`}>
          <p class="said-who">
            {side === 'team' ? say('Person {{number}} of the team', { number: by === null ? '' : personText(by) }) : say('Person {{number}}', { number: personText(person) })} · <Time at={at} />
          </p>
          <blockquote dir="auto">{words === '' ? say('They wrote nothing.') : words}</blockquote>
        </div>
      ))}
      <AnswerForm again={state !== 'waiting'} answer={answer} />
    </article>
  )
}

/** What a question is about. */
function subject({ problem, task_id: task, viewpoint_id: viewpoint }: Question): string {
  if (problem === null) return say('Question')
  return [say('Problem: {{kind}}', { kind: problem }), task, viewpoint && say('at {{place}}', { place: viewpoint })].filter(Boolean).join(' · ')
}

function AnswerForm({ again, answer }: { readonly again: boolean; readonly answer: (words: string) => Promise<boolean> }) {
  const [open, setOpen] = useState(!again)
  const [words, setWords] = useState('')
  const [sending, setSending] = useState(false)
  const hand = async () => {
    setSending(true)
    if (await answer(words.trim())) {
      setWords('')
      setOpen(false)
    }
    setSending(false)
  }
  if (!open) return <Button name="add-answer" label={say('Add to the answer')} look="link" press={() => setOpen(true)} />
  return (
    <div class="words-form">
      <label class="field">
        <span>{say('Your answer, in the person’s language')}</span>
        <textarea rows={3} maxlength={2000} dir="auto" data-testid="answer-words" value={words} onInput={({ currentTarget }) => setWords(currentTarget.value)} />
      </label>
      <div class="words-send">
        <Button name="answer-send" label={say('Send the answer')} look="primary" disabled={sending || words.trim() === ''} press={() => void hand()} />
      </div>
    </div>
  )
}

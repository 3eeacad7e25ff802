import { useState } from 'preact/hooks'

import { listAddress } from '../../annotations/filters'
import type { Question } from '../../api/types'
import { Time } from '../../kit/formatting/figures'
import { Button } from '../../kit/view/controls'

const STATES: Record<Question['state'], string> = { waiting: 'Waits for an answer', answered: 'Answered, not read yet', read: 'Answer read' }

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
        <a href={listAddress({ annotator: String(person) }, 'success_rate')}>Person {person}</a>
      </header>
      {messages.map(({ side, by, words, at }) => (
        <div key={at} class={`said said-${side}`}>
          <p class="said-who">
            {side === 'team' ? `Person ${String(by)} of the team` : `Person ${person}`} · <Time at={at} />
          </p>
          <blockquote dir="auto">{words === '' ? 'They wrote nothing.' : words}</blockquote>
        </div>
      ))}
      <AnswerForm again={state !== 'waiting'} answer={answer} />
    </article>
  )
}

/** What a question is about. */
function subject({ problem, task_id: task, viewpoint_id: viewpoint }: Question): string {
  if (problem === null) return 'Question'
  return [`Problem (${problem})`, task, viewpoint && `at ${viewpoint}`].filter(Boolean).join(' · ')
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
  if (!open) return <Button name="add-answer" label="Add to the answer" look="link" press={() => setOpen(true)} />
  return (
    <div class="words-form">
      <label class="field">
        <span>Your answer, in the person’s language</span>
        <textarea rows={3} maxlength={2000} dir="auto" data-testid="answer-words" value={words} onInput={({ currentTarget }) => setWords(currentTarget.value)} />
      </label>
      <div class="words-send">
        <Button name="answer-send" label="Send the answer" look="primary" disabled={sending || words.trim() === ''} press={() => void hand()} />
      </div>
    </div>
  )
}

import { useEffect, useState } from 'preact/hooks'

import type { ApiClient } from '../../api/ApiClient'
import type { OwnQuestion } from '../../api/types'
import { setUnread } from '../../kit/identity/unread'
import { t } from '../../kit/messages/messages'
import { Button } from '../../kit/view/controls'
import { day } from '../../kit/formatting/money'

export type QuestionsClient = Pick<ApiClient, 'ownQuestions' | 'ask' | 'askBack' | 'readAnswer'>

/** What a person asked the data team, with the answers; a new one is read as soon as it is shown. */
export function Questions({ client }: { readonly client: QuestionsClient }) {
  const [questions, setQuestions] = useState<readonly OwnQuestion[] | null>(null)
  const put = (changed: OwnQuestion) =>
    setQuestions((known) => [changed, ...(known ?? [])].filter(({ question_id: id }, index, all) => all.findIndex((each) => each.question_id === id) === index))
  useEffect(() => {
    void client.ownQuestions().then(
      (found) => {
        setQuestions(found)
        void readAll(client, found)
      },
      () => setQuestions(null),
    )
  }, [client])
  return (
    <section class="own-part" aria-labelledby="own-questions" data-testid="own-questions">
      <h2 id="own-questions">{t('questions.title')}</h2>
      {questions?.length === 0 && <p class="hint">{t('questions.none')}</p>}
      {questions && questions.length > 0 && (
        <ul class="own-questions">
          {questions.map((question) => (
            <Asked key={question.question_id} question={question} askBack={async (words) => put(await client.askBack(question.question_id, words))} />
          ))}
        </ul>
      )}
      <WordsForm name="ask" label={t('questions.label')} send={t('questions.send')} done={t('questions.sent')} give={(id, words) => client.ask(id, words).then(put)} />
    </section>
  )
}

async function readAll(client: QuestionsClient, questions: readonly OwnQuestion[]): Promise<void> {
  const unread = questions.filter(({ state }) => state === 'answered')
  const read = unread.map(({ question_id: id }) => client.readAnswer(id))
  const failed = (await Promise.allSettled(read)).filter(({ status }) => status === 'rejected')
  setUnread(failed.length)
}

function Asked({ question, askBack }: { readonly question: OwnQuestion; readonly askBack: (words: string) => Promise<void> }) {
  const { question_id: id, messages, state, problem, may_follow_up: mayFollowUp } = question
  return (
    <li data-testid="own-question">
      <p class="own-reason-head">
        <strong>{t(`questions.state.${state}`)}</strong>
        {problem && <span>{t(`report.kind.${problem}`)}</span>}
      </p>
      {messages.map(({ side, words, at }) => (
        <div key={at} class={`said said-${side}`}>
          <p class="said-who">
            {t(`questions.${side}`)} · <time dateTime={at}>{day(at)}</time>
          </p>
          <blockquote dir="auto">{words === '' ? t('questions.noWords') : words}</blockquote>
        </div>
      ))}
      {mayFollowUp && <WordsForm key={id} name="ask-back" label={t('questions.back')} send={t('questions.sendBack')} done="" give={(_, words) => askBack(words)} />}
    </li>
  )
}

interface WordsFormProps {
  /** The `data-testid` of its button. */
  readonly name: string
  readonly label: string
  readonly send: string
  readonly done: string
  /** Sends the words under an id that stays the same until they have arrived. */
  readonly give: (id: string, words: string) => Promise<void>
}

function WordsForm({ name, label, send, done, give }: WordsFormProps) {
  const [words, setWords] = useState('')
  const [id, setId] = useState(() => crypto.randomUUID())
  const [status, setStatus] = useState('')
  const [sending, setSending] = useState(false)
  const hand = async () => {
    setSending(true)
    try {
      await give(id, words.trim())
      setWords('')
      setId(crypto.randomUUID())
      setStatus(done)
    } catch (error) {
      setStatus(`${t('questions.failed')} ${error instanceof Error ? error.message : ''}`)
    }
    setSending(false)
  }
  return (
    <div class="words-form">
      <label class="field">
        <span>{label}</span>
        <textarea
          rows={2}
          maxlength={2000}
          dir="auto"
          data-testid={`${name}-words`}
          value={words}
          onInput={({ currentTarget }) => {
            setWords(currentTarget.value)
            setId(crypto.randomUUID())
          }}
        />
      </label>
      <div class="words-send">
        <Button name={`${name}-send`} label={send} look="primary" disabled={sending || words.trim() === ''} press={() => void hand()} />
        <span class="hint" role="status">
          {status}
        </span>
      </div>
    </div>
  )
}

import { useState } from 'preact/hooks'

import { Button } from '../../kit/view/controls'
import { Embedded, useEvent } from '../../kit/view/drawing'
import type { Seen, Watching } from './Watching'
import { say } from '../../kit/messages/staffMessages'

const STATES: Record<Seen['state'], string> = {
  waiting: say('Connecting …'),
  live: say('Live'),
  lost: say('The server does not answer; trying again'),
  ended: say('The learner has ended this, or left the page'),
}

export function WatchingView({ watching }: { readonly watching: Watching }) {
  const { view, state } = useEvent(watching, 'change', () => watching.seen)
  const typed = view?.moment?.words ?? ''
  const hasVoice = typeof view?.moment?.level === 'number'
  return (
    <section class="watching" aria-label={say('Person {{number}}', { number: watching.learner.annotator_id })} data-testid="watching">
      <p class={`watching-state watching-${state}`} role="status" data-testid="watching-state">
        {STATES[state]}
      </p>
      <Embedded element={watching.camera} />
      <div class="watching-facts">
        <p>{say('Microphone')}</p>
        {hasVoice ? <Embedded element={watching.level.element} /> : <p class="hint">{say('No microphone in this walk')}</p>}
        <p>{say('They type')}</p>
        <blockquote dir="auto" data-testid="typed">
          {typed === '' ? <span class="hint">{say('Nothing yet')}</span> : typed}
        </blockquote>
      </div>
      <ol class="watching-hints" aria-label={say('What the team wrote')}>
        {view?.hints.map(({ number, words }) => (
          <li key={number} dir="auto">
            {words}
          </li>
        ))}
      </ol>
      {state !== 'ended' && <HintForm write={(words) => watching.write(words)} />}
    </section>
  )
}

function HintForm({ write }: { readonly write: (words: string) => Promise<void> }) {
  const [words, setWords] = useState('')
  const [status, setStatus] = useState('')
  const send = async () => {
    try {
      await write(words.trim())
      setWords('')
      setStatus('')
    } catch (error) {
      setStatus(`${say('It was not sent.')} ${error instanceof Error ? error.message : ''}`)
    }
  }
  return (
    <form
      class="words-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (words.trim() !== '') void send()
      }}
    >
      <label class="field">
        <span>{say('Write to the learner, in their language')}</span>
        <input type="text" maxlength={2000} dir="auto" autocomplete="off" data-testid="hint-words" value={words} onInput={({ currentTarget }) => setWords(currentTarget.value)} />
      </label>
      <div class="words-send">
        <Button name="hint-send" label={say('Send')} look="primary" disabled={words.trim() === ''} press={() => void send()} />
        <span class="hint" role="status">
          {status}
        </span>
      </div>
    </form>
  )
}

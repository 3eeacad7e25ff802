import { useLayoutEffect, useRef, useState } from 'preact/hooks'

import type { Kind } from '../../api/ApiClient'
import { isVisible } from '../../kit/formatting/visible'
import { actionOf } from '../../kit/keys/bindings'
import { KeyHint } from '../../kit/keys/KeyHint'
import { Button } from '../../kit/view/controls'
import { type ReasonedVerdict, templates } from './decisions'
import { say } from '../../kit/messages/staffMessages'

const TITLES: Record<ReasonedVerdict, string> = { reject: say('Why is it rejected?'), send_back: say('What should be corrected?') }
const LONGEST_REASON_LETTERS = 2000

interface ReasonFormProps {
  readonly verdict: ReasonedVerdict
  readonly kind: Kind
  /** Until the server has answered, nothing more can be decided. */
  readonly busy: boolean
  readonly confirm: (reason: string) => void
  readonly cancel: () => void
}

/** Asks for the reason that the annotator will read: a template by its number, or words of one's own. */
export function ReasonForm({ verdict, kind, busy, confirm, cancel }: ReasonFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const offered = templates(verdict, kind)
  useLayoutEffect(() => (form.current?.querySelector<HTMLElement>('.reason-choice') ?? area.current)?.focus(), [])
  /** Templates may be joined, and are there to be changed. */
  const add = (template: string) => {
    setText((written) => (written.includes(template) ? written : `${written.trim()} ${template}`.trim()))
    area.current?.focus()
  }
  const send = () => {
    if (isVisible(text)) confirm(text.trim())
  }
  const press = (event: KeyboardEvent) => {
    const template = offered[Number(event.key) - 1]
    if (event.key === 'Escape') cancel()
    else if (actionOf(event, ['send'])) send()
    else if (template !== undefined && event.target !== area.current) add(template)
    else return
    event.preventDefault()
  }
  return (
    <form class="reason-form" aria-label={TITLES[verdict]} data-testid="reason-form" ref={form} onSubmit={(event) => event.preventDefault()} onKeyDown={press}>
      <h3>{TITLES[verdict]}</h3>
      <p class="hint">{say('The annotator reads this.')}</p>
      <div class="reason-choices">
        {offered.map((template, index) => (
          <button key={template} type="button" class="reason-choice" data-testid="reason-choice" disabled={busy} onClick={() => add(template)}>
            <kbd>{index + 1}</kbd>
            <span>{template}</span>
          </button>
        ))}
      </div>
      <textarea
        class="reason-text"
        rows={3}
        maxlength={LONGEST_REASON_LETTERS}
        aria-label={say('Reason')}
        data-testid="reason"
        ref={area}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div class="reason-actions">
        <span class="hint">
          <KeyHint action="send" />
          {say('sends it')}
        </span>
        <Button name="reason-cancel" label={say('Cancel')} disabled={busy} press={cancel} />
        <Button
          name="reason-send"
          label={verdict === 'reject' ? say('Reject') : say('Send back')}
          look={verdict === 'reject' ? 'danger' : 'primary'}
          disabled={busy || !isVisible(text)}
          press={send}
        />
      </div>
    </form>
  )
}

import { useState } from 'preact/hooks'

import type { ReviewView } from '../../api/types'
import { dayAndTime } from '../../kit/formatting/format'
import { keyChanges, keysOf } from '../../kit/keys/bindings'
import { KeyHint } from '../../kit/keys/KeyHint'
import { ariaKeys } from '../../kit/keys/showKeys'
import { useEvent } from '../../kit/view/drawing'
import { type Choice, choicesOf } from './decisions'
import type { OpenReview } from './OpenReview'
import { ReasonForm } from './ReasonForm'
import { hasRoomBeside } from './room'
import { say } from '../../kit/messages/staffMessages'
import { personText } from '../../people/labels'

const VERDICTS: Record<ReviewView['history'][number]['verdict'], string> = {
  accept: say('Accepted'),
  reject: say('Rejected'),
  send_back: say('Sent back'),
  reopen: say('Undone'),
  correct: say('Corrected by its annotator'),
}

/** Accept, reject or send back. A reason is asked for when the annotator will want one. */
export function DecisionPanel({ open }: { readonly open: OpenReview }) {
  const asking = useEvent(open, 'change', () => open.asking)
  const busy = useEvent(open, 'change', () => open.deciding)
  const { kind } = open.review.summary
  return (
    <section class="card decision" aria-label={say('Decision')} data-testid="decision">
      {asking ? (
        <ReasonForm key={asking} verdict={asking} kind={kind} busy={busy} confirm={(reason) => open.decideFor(asking, reason)} cancel={() => open.askFor(null)} />
      ) : (
        <>
          <div class="decision-buttons">
            {choicesOf(open.review).map((choice) => (
              <ChoiceButton key={choice.verdict} choice={choice} disabled={busy} choose={() => open.choose(choice)} />
            ))}
          </div>
          {open.review.history.length > 0 && <Past history={open.review.history} />}
        </>
      )}
    </section>
  )
}

interface ChoiceButtonProps {
  readonly choice: Choice
  readonly disabled: boolean
  readonly choose: () => void
}

function ChoiceButton({ choice: { verdict, label, action, look }, disabled, choose }: ChoiceButtonProps) {
  const shortcut = useEvent(keyChanges, 'change', () => ariaKeys(keysOf(action)[0]))
  return (
    <button type="button" class={`button button-${look}`} data-testid={`decide-${verdict}`} aria-keyshortcuts={shortcut} disabled={disabled} onClick={choose}>
      <span>{label}</span>
      <KeyHint action={action} />
    </button>
  )
}

/** Earlier decisions, when it comes up again. */
function Past({ history }: { readonly history: ReviewView['history'] }) {
  const [openAtFirst] = useState(hasRoomBeside)
  return (
    <details class="decision-past" open={openAtFirst}>
      <summary>{say('Earlier decisions')}</summary>
      <ol>
        {history.map(({ verdict, reason, actor, at }) => (
          <li key={at}>
            <strong>{VERDICTS[verdict]}</strong>
            {` · ${actor === null ? say('the operator') : say('Person {{number}}', { number: personText(actor) })}, ${dayAndTime(at)}`}
            {reason && <q>{reason}</q>}
          </li>
        ))}
      </ol>
    </details>
  )
}

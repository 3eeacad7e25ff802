import { useState } from 'preact/hooks'

import type { ReviewView } from '../../api/types'
import { dayAndTime } from '../../kit/formatting/format'
import { useEvent } from '../../kit/view/drawing'
import { type Choice, choicesOf } from './decisions'
import type { OpenReview } from './OpenReview'
import { ReasonForm } from './ReasonForm'
import { hasRoomBeside } from './room'

const VERDICTS: Record<ReviewView['history'][number]['verdict'], string> = {
  accept: 'Accepted',
  reject: 'Rejected',
  send_back: 'Sent back',
  reopen: 'Undone',
  correct: 'Corrected by its annotator',
}

/** Accept, reject or send back. A reason is asked for when the annotator will want one. */
export function DecisionPanel({ open }: { readonly open: OpenReview }) {
  const asking = useEvent(open, 'change', () => open.asking)
  const busy = useEvent(open, 'change', () => open.deciding)
  const { kind } = open.review.summary
  return (
    <section class="card decision" aria-label="Decision" data-testid="decision">
      {asking ? (
        <ReasonForm key={asking} verdict={asking} kind={kind} busy={busy} confirm={(reason) => open.decideFor(asking, reason)} cancel={() => open.askFor(null)} />
      ) : (
        <>
          <div class="decision-buttons">
            {choicesOf(open.review).map((choice) => (
              <ChoiceButton key={choice.key} choice={choice} disabled={busy} choose={() => open.choose(choice)} />
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

function ChoiceButton({ choice: { verdict, label, key, look }, disabled, choose }: ChoiceButtonProps) {
  return (
    <button type="button" class={`button button-${look}`} data-testid={`decide-${verdict}`} aria-keyshortcuts={key} disabled={disabled} onClick={choose}>
      <span>{label}</span>
      <kbd>{key}</kbd>
    </button>
  )
}

/** Earlier decisions, when it comes up again. */
function Past({ history }: { readonly history: ReviewView['history'] }) {
  const [openAtFirst] = useState(hasRoomBeside)
  return (
    <details class="decision-past" open={openAtFirst}>
      <summary>Earlier decisions</summary>
      <ol>
        {history.map(({ verdict, reason, actor, at }) => (
          <li key={at}>
            <strong>{VERDICTS[verdict]}</strong>
            {` by ${actor === null ? 'the operator' : `person ${actor}`}, ${dayAndTime(at)}`}
            {reason && <q>{reason}</q>}
          </li>
        ))}
      </ol>
    </details>
  )
}

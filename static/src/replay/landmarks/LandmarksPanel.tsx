import { say } from '../../kit/messages/staffMessages'
import { Button } from '../../kit/view/controls'
import { useEvent } from '../../kit/view/drawing'
import { lookOf } from '../../viewer/regions/looks'
import type { Landmark, Landmarks, Thing } from './Landmarks'
import type { ShownLandmarks } from './ShownLandmarks'

interface LandmarksPanelProps {
  readonly shown: ShownLandmarks
}

/** The switch, and what is named: each with its colour and line, and whether it is seen from here. Nothing where there is none. */
export function LandmarksPanel({ shown }: LandmarksPanelProps) {
  useChanges(shown)
  const { state } = shown
  if (state.name === 'none') return null
  if (state.name === 'loading') return <p class="landmarks-note" data-testid="landmarks-loading">{say('Landmarks are loading…')}</p>
  if (state.name === 'failed') return <Failed problem={state.problem} retry={() => void shown.load()} />
  const { landmarks } = state
  const here = landmarks.things.filter((thing) => shown.seenFromHere(thing)).length
  return (
    <section class="landmarks" aria-label={say('Landmarks')} data-testid="landmarks">
      <div class="landmarks-head">
        <label class="landmarks-switch">
          <input type="checkbox" role="switch" data-testid="show-landmarks" checked={shown.isOn} onChange={({ currentTarget }) => shown.turn(currentTarget.checked)} /> {say('Landmarks')}
        </label>
        {shown.isOn && (
          <label>
            <input type="checkbox" data-testid="all-landmarks" checked={shown.all} onChange={({ currentTarget }) => shown.showAll(currentTarget.checked)} />{' '}
            {say('Show all that is seen from here ({{number}})', { number: here })}
          </label>
        )}
      </div>
      {shown.isOn && <Things shown={shown} things={landmarks.things} />}
      <p class="landmarks-note" role="status" data-testid="landmarks-said">
        {shown.isOn ? shown.said : ''}
      </p>
      {shown.isOn && <Gaps landmarks={landmarks} />}
    </section>
  )
}

/** Draws the view again after each change. */
export function useChanges(shown: ShownLandmarks): void {
  useEvent(shown, 'changed', () => shown.version)
}

function Things({ shown, things }: { readonly shown: ShownLandmarks; readonly things: readonly Thing[] }) {
  return (
    <ul class="landmark-things">
      {things.map((thing) => (
        <li key={thing.id}>
          <ThingButton thing={thing} isSeen={shown.seenFromHere(thing)} isLit={shown.isLit(thing)} press={() => shown.lookAtThing(thing)} />
        </li>
      ))}
    </ul>
  )
}

interface ThingButtonProps {
  readonly thing: Thing
  readonly isSeen: boolean
  readonly isLit: boolean
  readonly press: () => void
}

function ThingButton({ thing, isSeen, isLit, press }: ThingButtonProps) {
  const { colour, line } = lookOf(thing.look)
  return (
    <button type="button" class="landmark-thing" data-testid="landmark-thing" data-colour={colour} data-line={line} data-seen={isSeen} aria-current={isLit ? 'true' : undefined} onClick={press}>
      <span class="landmark-line" aria-hidden="true" />
      <span class="landmark-name" dir="auto">
        {thing.label}
      </span>
      {!isSeen && <small>{thing.regions.size > 0 ? say('not seen from here') : say('not marked')}</small>}
    </button>
  )
}

/** Mentions that cannot be marked, or not at their time. */
function Gaps({ landmarks }: { readonly landmarks: Landmarks }) {
  const stale = landmarks.mentions.filter((mention) => mention.stale)
  const untimed = landmarks.mentions.filter((mention) => mention.untimed !== null && !mention.stale)
  return (
    <>
      {stale.length > 0 && (
        <p class="landmarks-note" data-testid="landmarks-stale">
          {say('Marked in an earlier transcript, so not underlined here: {{texts}}', { texts: quoted(stale) })}
        </p>
      )}
      {untimed.length > 0 && (
        <p class="landmarks-note" data-testid="landmarks-untimed">
          {say('Words without times, so not shown while the voice plays: {{texts}}', { texts: quoted(untimed) })}
        </p>
      )}
    </>
  )
}

const quoted = (mentions: readonly Landmark[]): string => mentions.map(({ text }) => `“${text}”`).join(', ')

function Failed({ problem, retry }: { readonly problem: string; readonly retry: () => void }) {
  return (
    <div class="landmarks-failed" role="alert" data-testid="landmarks-failed">
      <p>
        {say('The landmarks cannot be shown.')} {problem}
      </p>
      <Button name="landmarks-retry" label={say('Try again')} press={retry} />
    </div>
  )
}

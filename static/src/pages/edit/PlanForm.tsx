import { useState } from 'preact/hooks'

import { KeyHint } from '../../kit/keys/KeyHint'
import { say } from '../../kit/messages/staffMessages'
import type { EditPage } from './EditPage'
import type { EditState } from './editState'

interface PlanFormProps {
  readonly page: EditPage
  readonly state: EditState
}

const ASKED: readonly (() => string)[] = [() => say('Press a point of the floor plan, such as a corner of the house.'), () => say('Now press another, far from it.'), () => say('How far apart are these two points?')]

/** Asks how a picture of a floor plan lies: by two of its points. */
export function PlanForm({ page, state }: PlanFormProps) {
  const { place, laying } = state
  if (place.plans.length === 0) return <NoPlan page={page} />
  const chosen = place.plans.find(({ image }) => image === laying?.image)
  const leave = ({ key }: KeyboardEvent) => key === 'Escape' && page.take(null)
  return (
    <div class="edit-prompt" data-testid="plan-form" onKeyDown={leave}>
      <p class="edit-in-form" role="status">
        {laying ? ASKED[laying.points.length]?.() : say('The floor plan is being read…')}{' '}
        {laying && laying.points.length < 2 && (
          <span class="hint">
            <KeyHint action="pickCentre" /> {say('takes its middle.')}
          </span>
        )}
      </p>
      {place.plans.length > 1 && (
        <label>
          {say('Picture')}
          <select class="select" data-testid="choose-plan" value={laying?.image ?? ''} onChange={({ currentTarget }) => page.choosePlan(currentTarget.value)}>
            {place.plans.map(({ image }) => (
              <option key={image} value={image}>
                {image}
              </option>
            ))}
          </select>
        </label>
      )}
      {laying?.points.length === 2 && <Apart page={page} state={state} />}
      {chosen?.lies && (
        <button type="button" class="button button-plain" data-testid="take-plan-away" onClick={() => void page.takePlanAway()}>
          {say('Take it away')}
        </button>
      )}
    </div>
  )
}

function NoPlan({ page }: { readonly page: EditPage }) {
  return (
    <div class="edit-prompt" data-testid="no-plan">
      <p class="edit-in-form">{say('Put a picture of the floor plan into the folder plans, beside graph.json.')}</p>
      <button type="button" class="button button-primary" onClick={() => void page.openAgain()}>
        {say('Take what is on disk')}
      </button>
    </div>
  )
}

function Apart({ page, state: { place, from, subject } }: PlanFormProps) {
  const [typed, type] = useState('')
  const placed = (id: string | null) => place.viewpoints.some(({ viewpoint_id: each }) => each === id)
  const give = (event: Event) => {
    event.preventDefault()
    const metres = Number(typed.replace(',', '.'))
    if (typed && Number.isFinite(metres)) void page.layByMetres(metres)
  }
  return (
    <form class="edit-apart" onSubmit={give}>
      <label>
        {say('Metres')} <input class="input" data-testid="plan-metres" inputMode="decimal" size={7} value={typed} ref={(field) => field?.focus()} onInput={({ currentTarget }) => type(currentTarget.value)} />
      </label>
      <button type="submit" class="button button-primary" data-testid="lay-by-metres">
        {say('Lay it')}
      </button>
      {placed(from) && placed(subject) && (
        <button type="button" class="button button-plain" data-testid="lay-by-cameras" onClick={() => void page.layByCameras()}>
          {say('They are the cameras of {{from}} and {{subject}}', { from: from ?? '', subject })}
        </button>
      )}
    </form>
  )
}

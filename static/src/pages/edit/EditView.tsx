import { useLayoutEffect, useRef, useState } from 'preact/hooks'

import type { EdgeDoubt, EditedPlace } from '../../api/EditClient'
import type { Action } from '../../kit/keys/actions'
import { KeyHint, KeysButton } from '../../kit/keys/KeyHint'
import { decimal } from '../../kit/formatting/format'
import { say } from '../../kit/messages/staffMessages'
import { Button } from '../../kit/view/controls'
import { Embedded } from '../../kit/view/drawing'
import { PageMenus } from '../../kit/view/PageMenus'
import type { EditPage } from './EditPage'
import type { EditState, Side, Tool } from './editState'
import { PlanForm } from './PlanForm'
import { RoomForm } from './RoomForm'

interface EditViewProps {
  readonly page: EditPage
  readonly state: EditState
  readonly plan: SVGSVGElement
  readonly from: HTMLElement
  readonly subject: HTMLElement
  readonly storeys: number
}

export function EditView({ page, state, plan, from, subject, storeys }: EditViewProps) {
  return (
    <>
      <Head page={page} state={state} />
      <div class="edit">
        <div class="edit-side">
          <section class="card edit-map" aria-label={say('Plan')}>
            {storeys > 1 && <Storeys page={page} count={storeys} chosen={state.storey} />}
            <Embedded element={plan} />
          </section>
          <Lists page={page} state={state} />
        </div>
        <div class="edit-main">
          <div class="edit-pictures" data-tool={state.tool ?? 'none'}>
            <Picture page={page} state={state} side="from" element={from} />
            <Picture page={page} state={state} side="subject" element={subject} />
          </div>
          <Tools page={page} state={state} />
        </div>
      </div>
    </>
  )
}

interface PartProps {
  readonly page: EditPage
  readonly state: EditState
}

function Head({ page, state: { place, busy, conflict } }: PartProps) {
  const told = conflict ? say('Not saved') : busy ? say('Saving…') : say('Saved in graph.json')
  return (
    <header class="page-head edit-head">
      <h1>{place.scan_id}</h1>
      <p class="updated" role="status" data-testid="saved" data-state={conflict ? 'refused' : busy ? 'saving' : 'saved'}>
        {told} · {say('Viewpoints: {{placed}}, waiting: {{waiting}}', { placed: place.viewpoints.length, waiting: place.waiting.length })}
      </p>
      <Button name="undo" icon="undo" label={say('Undo')} disabled={place.undo === 0} press={() => void page.undo()} />
      <Button name="redo" icon="redo" label={say('Redo')} disabled={place.redo === 0} press={() => void page.redo()} />
      <KeysButton places={['editing', 'viewer']} />
      <PageMenus />
    </header>
  )
}

function Storeys({ page, count, chosen }: { readonly page: EditPage; readonly count: number; readonly chosen: number }) {
  return (
    <div class="edit-tabs" role="tablist" aria-label={say('Storeys')}>
      {Array.from({ length: count }, (_, storey) => (
        <button key={storey} type="button" role="tab" class="edit-tab" aria-selected={storey === chosen} data-testid={`storey-${storey}`} onClick={() => page.climb(storey)}>
          {say('Storey {{number}}', { number: storey + 1 })}
        </button>
      ))}
    </div>
  )
}

function Picture({ page, state, side, element }: PartProps & { readonly side: Side; readonly element: HTMLElement }) {
  const { place, from, subject, tool } = state
  const [chosen, other] = side === 'from' ? [from, subject] : [subject, from]
  const options = (ids: readonly string[]) => ids.filter((id) => id !== other || id === chosen).map((id) => <option key={id} value={id}>{id}</option>)
  const waiting = side === 'subject' ? place.waiting : []
  const spot = place.viewpoints.find(({ viewpoint_id: id }) => id === chosen)
  const awaited = tool !== null && AWAITED[tool].includes(side)
  return (
    <section class={`edit-pane edit-pane-${side}`} data-awaited={awaited} aria-label={side === 'from' ? say('Seen from') : say('Edited')}>
      <header>
        <label>
          <span>{side === 'from' ? say('Seen from') : say('Edited')}</span>
          <select class="select" data-testid={`choose-${side}`} value={chosen ?? ''} onChange={({ currentTarget }) => (side === 'from' ? page.chooseFrom(currentTarget.value) : page.choose(currentTarget.value))}>
            {options(place.viewpoints.map(({ viewpoint_id: id }) => id))}
            {waiting.length > 0 && <optgroup label={say('Not placed yet')}>{options(waiting)}</optgroup>}
          </select>
        </label>
        {side === 'subject' && <State spot={spot} room={place.rooms.find(({ viewpoint_ids: ids }) => ids.includes(subject))?.name} />}
      </header>
      {side === 'from' && from === null ? <p class="edit-empty">{say('The place has one viewpoint, and no picture waits.')}</p> : <Embedded element={element} />}
    </section>
  )
}

function State({ spot, room }: { readonly spot: EditedPlace['viewpoints'][number] | undefined; readonly room: string | undefined }) {
  if (!spot) return <span class="edit-state edit-state-open">{say('Not placed yet')}</span>
  if (spot.heading === null) return <span class="edit-state edit-state-open">{say('Not turned yet')}</span>
  const degrees = Math.round((spot.heading * 180) / Math.PI + 360) % 360
  const numbers = `${spot.position.map((each) => decimal(each, 2)).join(' · ')} m, ${degrees}°`
  return <span class="edit-state" data-testid="state">{room === undefined ? numbers : `${room} · ${numbers}`}</span>
}

const AWAITED: Readonly<Record<Tool, readonly Side[]>> = { place: ['from'], face: ['subject'], align: ['from', 'subject'], level: ['subject'], height: [], distance: [], room: [], blur: ['subject'], plan: [] }

const TOOLS: readonly (readonly [tool: Tool, action: Action])[] = [
  ['place', 'placeIt'],
  ['face', 'faceIt'],
  ['align', 'alignIt'],
  ['level', 'levelIt'],
  ['height', 'giveHeight'],
  ['distance', 'giveDistance'],
  ['room', 'nameRoom'],
  ['blur', 'blurIt'],
  ['plan', 'layPlan'],
]

const toolName = (tool: Tool): string =>
  ({ place: say('Place'), face: say('Turn'), align: say('Align'), level: say('Level'), height: say('Height'), distance: say('Distance'), room: say('Room'), blur: say('Blur'), plan: say('Floor plan') })[tool]

function Tools({ page, state }: PartProps) {
  const { tool, part, place, subject, from } = state
  const spot = place.viewpoints.find(({ viewpoint_id: id }) => id === subject)
  const isPlaced = spot !== undefined
  return (
    <div class="edit-tools" role="toolbar" aria-label={say('Tools')}>
      <Prompt page={page} state={state} />
      <div class="edit-buttons">
        {TOOLS.map(([each, action]) => (
          <ToolButton key={each} name={`tool-${each}`} label={toolName(each)} action={action} pressed={tool === each} disabled={!page.usable(each)} press={() => page.take(each)} />
        ))}
        <ToolButton name="join" label={say('Join')} action="joinIt" disabled={!isPlaced || from === null} press={() => void page.join()} />
        <ToolButton name="take-out" label={say('Take out')} action="takeItOut" disabled={!isPlaced || place.viewpoints.length === 1} press={() => void page.takeOut()} />
        <ToolButton name="use-start" label={say('Start')} action="startHere" pressed={spot?.use === 'start'} disabled={!isPlaced} press={() => void page.use('start')} />
        <ToolButton name="use-never" label={say('No paths')} action="keepPathsOut" pressed={spot?.use === 'never'} disabled={!isPlaced} press={() => void page.use('never')} />
        <ToolButton name="part" label={say('With its part')} action="takeAlong" pressed={part} press={() => page.togglePart()} />
        {place.waiting.length > 0 && <ToolButton name="next-waiting" label={say('Next picture')} action="nextWaiting" press={() => page.placeNext()} />}
      </div>
    </div>
  )
}

interface ToolButtonProps {
  readonly name: string
  readonly label: string
  readonly action: Action
  readonly pressed?: boolean
  readonly disabled?: boolean
  readonly press: () => void
}

function ToolButton({ name, label, action, pressed, disabled = false, press }: ToolButtonProps) {
  return (
    <button type="button" class="button button-plain" data-testid={name} aria-pressed={pressed} disabled={disabled} onClick={press}>
      <span>{label}</span>
      <KeyHint action={action} />
    </button>
  )
}

function Prompt({ page, state }: PartProps) {
  const { tool, problem, conflict } = state
  if (problem) {
    return (
      <div class="edit-prompt edit-prompt-bad" role="alert" data-testid="refused">
        <p>
          <strong>{problem.detail}</strong> {problem.remedy}
        </p>
        {conflict && <Button name="open-again" label={say('Take what is on disk')} look="primary" press={() => void page.openAgain()} />}
      </div>
    )
  }
  if (tool === 'height' || tool === 'distance') return <Metres page={page} state={state} />
  if (tool === 'room') return <RoomForm page={page} state={state} />
  if (tool === 'plan') return <PlanForm page={page} state={state} />
  return (
    <p class="edit-prompt" data-testid="prompt" role="status">
      {promptOf(state)}
      {tool !== null && (
        <span class="hint">
          {' '}
          <KeyHint action="pickCentre" /> {say('takes the middle of the picture.')}
        </span>
      )}
    </p>
  )
}

function promptOf({ tool, from, subject, first }: EditState): string {
  const names = { from: from ?? '', subject }
  if (tool === 'place') return say('In the left picture, click the floor where the camera of {{subject}} stood; or, for a picture that waits, its place on the plan.', names)
  if (tool === 'face') return say('In the right picture, click where the camera of {{from}} stood.', names)
  if (tool === 'align') return first ? say('Now click the same point in the other picture.') : say('Click a point that both pictures show, such as a corner of the floor.')
  if (tool === 'level') return first ? say('Now click another point of that line.') : say('In the right picture, click a point of a line that is upright, such as the edge of a door.')
  if (tool === 'blur') return first ? say('Now click the opposite corner: the picture is written at once, and its original kept apart.') : say('In the right picture, click a corner of a box around a face or a number plate.')
  return say('Rings show where the numbers say the cameras stood, on the floor. Do the pictures agree?')
}

function Metres({ page, state: { tool, from, subject, place } }: PartProps) {
  const known = (place.viewpoints.find(({ viewpoint_id: id }) => id === subject) ?? place.viewpoints[0])?.height
  const [typed, type] = useState(tool === 'height' && known ? String(known) : '')
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  const label = tool === 'height' ? say('All cameras above the floor, in metres') : say('From {{from}} to {{subject}}, in metres', { from: from ?? '', subject })
  const give = (event: Event) => {
    event.preventDefault()
    const metres = Number(typed.replace(',', '.'))
    if (typed && Number.isFinite(metres)) void page.give(metres)
  }
  return (
    <form class="edit-prompt" onSubmit={give}>
      <label>
        {label} <input class="input" data-testid="metres" inputMode="decimal" size={7} value={typed} ref={field} onInput={({ currentTarget }) => type(currentTarget.value)} onKeyDown={({ key }) => key === 'Escape' && page.take(null)} />
      </label>
      <button type="submit" class="button button-primary" data-testid="give-metres">
        {say('Change')}
      </button>
    </form>
  )
}

function Lists({ page, state }: PartProps) {
  const { place } = state
  const [shown, show] = useState<'edges' | 'findings'>('edges')
  const left = place.edges.filter(({ kept }) => !kept).length
  const tabs = [
    ['edges', say('Edges: {{left}} of {{total}} to look at', { left, total: place.edges.length })],
    ['findings', say('Findings: {{number}}', { number: place.findings.length })],
  ] as const
  return (
    <section class="card edit-lists" aria-label={say('What is left to do')}>
      <div class="edit-tabs" role="tablist">
        {tabs.map(([name, label]) => (
          <button key={name} type="button" role="tab" class="edit-tab" aria-selected={shown === name} data-testid={`tab-${name}`} data-warns={name === 'findings' && place.findings.length > 0} onClick={() => show(name)}>
            {label}
          </button>
        ))}
      </div>
      {shown === 'edges' ? <EdgeList page={page} state={state} /> : <FindingList page={page} place={place} />}
    </section>
  )
}

function EdgeList({ page, state: { place, edge: current } }: PartProps) {
  if (place.edges.length === 0) return <p class="edit-empty">{say('No edges yet. Placing a picture joins it to the one that it is seen from.')}</p>
  return (
    <>
      <p class="hint edit-hint">
        <KeyHint action="keepEdge" /> {say('keeps,')} <KeyHint action="removeEdge" /> {say('removes,')} <KeyHint action="nextEdge" /> {say('goes on.')}
      </p>
      <ol class="edit-list" data-testid="edges">
        {place.edges.map((edge) => (
          <EdgeRow key={`${edge.a} ${edge.b}`} page={page} edge={edge} current={edge === current} />
        ))}
      </ol>
    </>
  )
}

function EdgeRow({ page, edge, current }: { readonly page: EditPage; readonly edge: EdgeDoubt; readonly current: boolean }) {
  const { a, b, metres, doubt, kept } = edge
  const sure = kept ? say('kept') : doubt === null ? say('not looked at') : say('doubt {{percent}} %', { percent: Math.round(doubt * 100) })
  return (
    <li data-kept={kept} data-testid="edge">
      <button type="button" class="edit-row" aria-current={current} ref={(row) => {
          if (current) row?.scrollIntoView({ block: 'nearest' })
        }} onClick={() => page.lookAt(edge)}>
        <span class="edit-ends">
          {a} – {b}
        </span>
        <span class="edit-facts">
          {decimal(metres, 2)} m · {sure}
        </span>
      </button>
    </li>
  )
}

function FindingList({ page, place }: { readonly page: EditPage; readonly place: EditedPlace }) {
  if (place.findings.length === 0) return <p class="edit-empty">{say('Graph and numbers are in order. pangea env check also looks at the pictures.')}</p>
  return (
    <ul class="edit-list" data-testid="findings">
      {place.findings.map((finding) => (
        <li key={finding.kind + finding.viewpoint_ids.join()} data-severity={finding.severity}>
          <button type="button" class="edit-row" disabled={finding.viewpoint_ids.length === 0} onClick={() => finding.viewpoint_ids[0] && page.choose(finding.viewpoint_ids[0])}>
            <span class="edit-ends">
              {finding.kind} {finding.viewpoint_ids.join(', ')}
            </span>
            <span class="edit-facts">
              {finding.what} {finding.remedy}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

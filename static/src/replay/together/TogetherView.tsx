import { say } from '../../kit/messages/staffMessages'
import { Embedded } from '../../kit/view/drawing'
import { MapCard, Missing, Track } from '../PlayerView'
import { Timeline } from '../Timeline'
import { Transport } from '../Transport'
import { DialogueFacts } from './DialogueFacts'
import type { Together } from './Together'
import type { TogetherPicture } from './TogetherPicture'
import { TurnsPanel } from './TurnsPanel'
import { VoiceLane } from './VoiceLane'

/** Both sides of a dialogue: cameras, voices and words, and beside them the map and figures. */
export function TogetherView({ together }: { readonly together: Together }) {
  return (
    <div class="replay">
      <div class="replay-main">
        <Stage together={together} />
        {together.plays && <Playing together={together} />}
        <TurnsPanel together={together} />
      </div>
      <div class="replay-side">
        <MapCard player={together} />
        <DialogueFacts together={together} />
      </div>
    </div>
  )
}

function Stage({ together: { picture, walkers } }: { readonly together: Together }) {
  const problems = walkers.flatMap(({ name, trace }) => ('problem' in trace ? [`${name}: ${trace.problem}`] : []))
  return (
    <section class="stage dark" aria-label={say('What the camera saw')}>
      {'value' in picture ? <Embedded element={picture.value.element} /> : <Missing name="picture-missing" text={`${say('The picture cannot be shown.')} ${picture.problem}`} />}
      {problems.length > 0 && <Missing name="trace-missing" text={`${say('The pose trace is missing.')} ${problems.join(' ')}`} />}
    </section>
  )
}

function Playing({ together }: { readonly together: Together }) {
  const { replay, sides, walkers, picture, visits, overlaps, turns } = together
  return (
    <section class="card playing" aria-label={say('Time and voice')}>
      <Transport replay={replay} byWord={turns.some(({ timed }) => timed.length > 0)} />
      {sides.map((side) => (
        <VoiceLane key={side.view.role} together={together} side={side} />
      ))}
      <div class="lane-foot">
        {overlaps.length > 0 && <p class="lane-legend">{say('both speak')}</p>}
        {'value' in picture && <ReferenceChoice picture={picture.value} />}
      </div>
      <Track label={say('Steps of {{name}}', { name: walkers.at(-1)?.name ?? '' })}>
        <Timeline replay={replay} visits={visits} heard={[]} />
      </Track>
    </section>
  )
}

function ReferenceChoice({ picture }: { readonly picture: TogetherPicture }) {
  if (!picture.hasReference) return null
  return (
    <label class="transport-reference">
      <input type="checkbox" data-testid="show-reference" onChange={({ currentTarget }) => picture.showReference(currentTarget.checked)} /> {say('Reference path')}
    </label>
  )
}

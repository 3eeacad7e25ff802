import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'

import { follows, isMeasured } from '../annotations/kinds'
import { Loading } from '../kit/notices/NoticeCard'
import { Choices } from '../kit/view/controls'
import { Embedded } from '../kit/view/drawing'
import { ActionLane } from './ActionLane'
import type { Answered } from './answered/Answered'
import { AnsweredPanel } from './answered/AnsweredPanel'
import type { Picture, ShownCameras } from './Picture'
import { heardStretches } from './playback/voiceTrack'
import type { Player } from './Player'
import { SavePanel } from './saving/SavePanel'
import { type Part, valueOf } from './sources'
import { Timeline } from './Timeline'
import { Transport } from './Transport'
import { WordsPanel } from './WordsPanel'
import { say } from '../kit/messages/staffMessages'

interface PlayerViewProps {
  readonly player: Player
  /** The page's own controls, below the voice. */
  readonly tools?: ComponentChildren
}

/** What has a map beside it. */
type MappedPicture = Pick<Picture, 'map' | 'legend'>

interface ReplayMainProps {
  /** Null until camera and voice have loaded. */
  readonly player: Player | null
  /** Holds the voice until then. */
  readonly mount: HTMLElement
  readonly tools?: ComponentChildren
}

/** The main part of a page with a replay. */
export function ReplayMain({ player, mount, tools }: ReplayMainProps) {
  return (
    <div class="replay-main">
      {player ? (
        <PlayerView player={player} tools={tools} />
      ) : (
        <>
          <Loading />
          <Embedded element={mount} />
        </>
      )}
    </div>
  )
}

/** Cameras, transport and words. */
function PlayerView({ player, tools }: PlayerViewProps) {
  return (
    <>
      <Stage player={player} />
      {player.answered ? <Asked answered={player.answered} tools={tools} /> : <Playing player={player} tools={tools} />}
      {player.view.transcript !== '' && <WordsPanel view={player.view} player={player} />}
    </>
  )
}

/** The map; nothing where there is no picture. */
export function MapCard({ player }: { readonly player: { readonly picture: Part<MappedPicture> } }) {
  const picture = valueOf(player.picture)
  const legend = useMemo(() => picture?.legend(), [picture])
  if (!picture || !legend) return null
  return (
    <section class="card map-card" aria-label={say('Map')} data-testid="map">
      <Embedded element={picture.map.element} />
      <Embedded element={legend} />
    </section>
  )
}

/** What stands in place of time and voice where people answered questions. */
function Asked({ answered, tools }: { readonly answered: Part<Answered>; readonly tools: ComponentChildren }) {
  return (
    <>
      {'value' in answered ? <AnsweredPanel answered={answered.value} /> : <Missing name="questions-missing" text={`${say('The questions cannot be shown.')} ${answered.problem}`} />}
      {tools}
    </>
  )
}

function Stage({ player: { picture, answered, sources: { trace, guide } } }: { readonly player: Player }) {
  return (
    <section class="stage dark" aria-label={say('What the camera saw')}>
      {'value' in picture ? <Embedded element={picture.value.element} /> : <Missing name="picture-missing" text={`${say('The picture cannot be shown.')} ${picture.problem}`} />}
      {'problem' in trace && !answered && <Missing name="trace-missing" text={`${say('The pose trace is missing.')} ${trace.problem}`} />}
      {guide && 'problem' in guide && <Missing name="guide-missing" text={`${say('The Guide’s camera cannot be shown.')} ${guide.problem}`} />}
    </section>
  )
}

function Playing({ player, tools }: PlayerViewProps) {
  const { replay, track, voice, saving, view, sources: { actions } } = player
  const picture = valueOf(player.picture)
  const isFollowed = follows(view.declares)
  const heard = useMemo(() => (isFollowed && track ? heardStretches(track, replay.duration) : []), [isFollowed, track, replay])
  return (
    <section class="card playing" aria-label={say('Time and voice')}>
      <Transport replay={replay} byWord={view.alignment?.state === 'aligned'}>
        {picture && <PictureChoices picture={picture} changed={() => replay.tell()} />}
      </Transport>
      {(view.voice_url !== null || isMeasured(view.declares)) && (
        <Track label={isFollowed || view.declares.gives_words ? say('The Guide’s voice') : say('The voice')}>
          {'value' in voice ? <Embedded element={voice.value.element} /> : <Missing name="voice-missing" text={`${say('The voice is missing.')} ${voice.problem}`} />}
        </Track>
      )}
      <div class="voice-tools">
        {saving && <SavePanel saving={saving} />}
        {tools}
      </div>
      <Track label={isFollowed ? say('The Follower’s time: the steps, and below them the times when the voice was playing') : say('Steps')}>
        <Timeline replay={replay} visits={picture?.visits ?? []} heard={heard} />
      </Track>
      {actions && (
        <Track label="What they pressed and clicked">
          {'value' in actions ? <ActionLane log={actions.value} duration={replay.duration} /> : <Missing name="actions-missing" text={`The actions are missing. ${actions.problem}`} />}
        </Track>
      )}
    </section>
  )
}

export function Track({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <p class="track-label">{label}</p>
      {children}
    </div>
  )
}

const cameraChoices = () => [['both', say('Both')], ['own', say('Follower')], ['heard', say('Guide')]] as const

function PictureChoices({ picture, changed }: { readonly picture: Picture; readonly changed: () => void }) {
  const [shown, setShown] = useState<ShownCameras>('both')
  const choose = (cameras: ShownCameras) => {
    setShown(cameras)
    picture.showCameras(cameras)
    changed()
  }
  return (
    <>
      {picture.hasGuide && <Choices name="cameras" legend={say('Camera')} options={cameraChoices()} chosen={shown} choose={choose} />}
      {picture.hasReference && (
        <label class="transport-reference">
          <input type="checkbox" data-testid="show-reference" onChange={({ currentTarget }) => picture.showReference(currentTarget.checked)} /> {say('Reference path')}
        </label>
      )}
    </>
  )
}

export function Missing({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <p class="missing" role="note" data-testid={name}>
      {text}
    </p>
  )
}

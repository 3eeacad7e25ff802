// @vitest-environment page
import { beforeEach, expect, it } from 'vitest'

import { ApiProblem } from '../../api/ApiProblem'
import type { LandmarksView, MentionView } from '../../api/types'
import { Scope } from '../../kit/lifecycle/Scope'
import { PassingTime } from '../playback/playback'
import { Replay } from '../playback/Replay'
import { ownVoice } from '../playback/voiceTrack'
import { type LandmarksCamera, ShownLandmarks } from './ShownLandmarks'

const SHAPE = { kind: 'view', heading: 0, elevation: 0, width: 0.2, height: 0.2 } as const
const mention = (id: string, text: string, start: number | null, end: number | null, chain: string | null = id): MentionView =>
  ({ mention_id: id, text, start_char: 0, end_char: 1, start_time: start, end_time: end, chain_id: chain, types: [], number: 'one', form: 'name', status: null, source: 'marked', stale: false, untimed: null })
const region = (id: string, entity: string) => ({ region_id: id, entity_id: entity, shape: SHAPE, visible: 'whole', group: false, source: 'drawn', quality: 'unjudged' }) as const
const VIEW: LandmarksView = {
  instruction_id: 1,
  scan_id: 'house',
  mentions: [mention('lamp', 'the lamp', 1, 2), mention('sofa', 'the sofa', 4, 5), mention('wall', 'the wall', 7, 8), mention('way', 'the way', 8, 9, null)],
  chains: [{ chain_id: 'lamp', need: 'box', entities: ['e1'], parent: null }, { chain_id: 'sofa', need: 'box', entities: ['e2'], parent: null }, { chain_id: 'wall', need: 'box', entities: [], parent: null }],
  entities: [],
  regions: { a: [region('r1', 'e1')], b: [region('r2', 'e2')] },
}

class Camera implements LandmarksCamera {
  viewpointId = 'a'
  prepared = 0
  regions: string[] = []
  faced = 0
  noted = ''
  private moved: () => void = () => undefined
  onViewpoint = (moved: () => void) => {
    this.moved = moved
    return () => undefined
  }
  prepareRegions = () => {
    this.prepared += 1
    return Promise.resolve()
  }
  showRegions: LandmarksCamera['showRegions'] = (regions) => (this.regions = regions.map(({ viewpointId, label, lit, look }) => `${label} ${viewpointId} ${look}${lit ? '*' : ''}`))
  face = () => void (this.faced += 1)
  note = (text: string) => void (this.noted = text)
  stand(viewpointId: string) {
    this.viewpointId = viewpointId
    this.moved()
  }
}

let camera: Camera
let replay: Replay
let shown: ShownLandmarks
let load: () => Promise<LandmarksView>

function make(over: LandmarksCamera | null = camera): ShownLandmarks {
  return new ShownLandmarks(new Scope(), { load: () => load(), language: 'en-US', replay, camera: over, heardAt: (time) => time, jumpTo: (second) => replay.seek(second) })
}
beforeEach(async () => {
  localStorage.clear()
  camera = new Camera()
  replay = new Replay(new PassingTime(10, null, ownVoice(10)), 10, new Scope())
  load = () => Promise.resolve(VIEW)
  shown = make()
  await shown.load()
})
const thing = (id: string) => VIEW.mentions.findIndex(({ mention_id: each }) => each === id)
const landmark = (id: string) => shown.visible!.mentions[thing(id)]!

it('shows what is said while it is said, and a moment longer', () => {
  const at = (time: number) => {
    replay.seek(time)
    return camera.regions
  }
  expect([at(0.5), at(1.5), at(2.7), at(3)]).toEqual([[], ['the lamp a 0*'], ['the lamp a 0*'], []])
})

it('says of what is talked of that it is not seen from here', () => {
  replay.seek(4.5)
  expect([camera.regions, camera.noted]).toEqual([['the sofa b 1*'], 'the sofa: not seen from here'])
  camera.stand('b')
  expect(camera.noted).toBe('')
})

it('shows all that there is, what is talked of last', () => {
  shown.showAll(true)
  expect(camera.regions).toEqual(['the lamp a 0', 'the sofa b 1'])
  replay.seek(1.5)
  expect(camera.regions).toEqual(['the sofa b 1', 'the lamp a 0*'])
})

it('hides all of it, also in later replays', async () => {
  replay.seek(1.5)
  shown.turn(false)
  expect([shown.visible, camera.regions, shown.isOn]).toEqual([null, [], false])
  expect(make().isOn).toBe(false)
  shown.turn(true)
  expect([camera.regions, make().isOn]).toEqual([['the lamp a 0*'], true])
  await Promise.resolve()
})

it('goes to where a mention is said and looks at what it means, without playing', () => {
  replay.toggle()
  shown.lookAtMention(landmark('lamp'))
  expect([replay.playing, replay.time, camera.faced, shown.said, shown.isLit(landmark('lamp').thing!)]).toEqual([false, 1, 1, 'Looking at “the lamp”', true])
  replay.seek(1.5)
  expect(shown.said).toBe('')
})

it.each([
  ['sofa', '“the sofa” is not seen from here. Places where it is marked: 1'],
  ['wall', '“the wall” is not marked at any place.'],
  ['way', '“the way” is not marked at any place.'],
])('says where %s is, where it is not here', (id, said) => {
  shown.lookAtMention(landmark(id))
  expect([shown.said, camera.faced]).toEqual([said, 0])
})

it('looks again when the camera has come to another place, until the replay goes on', () => {
  shown.lookAtThing(landmark('sofa').thing!)
  camera.stand('b')
  expect([shown.said, camera.faced]).toEqual(['Looking at “the sofa”', 1])
  replay.toggle()
  expect(shown.said).toBe('')
  replay.toggle()
})

it('says when there are none, and loads nothing to draw them with', async () => {
  load = () => Promise.resolve({ ...VIEW, mentions: [] })
  const { prepared } = camera
  shown = make()
  await shown.load()
  expect([shown.state, camera.prepared - prepared]).toEqual([{ name: 'none' }, 0])
})

it('says what failed, and loads again', async () => {
  load = () => Promise.reject(new ApiProblem(503, 'store', 'The disk is slow.', ''))
  await shown.load()
  expect([shown.state, shown.visible]).toEqual([{ name: 'failed', problem: 'The disk is slow.' }, null])
  load = () => Promise.resolve(VIEW)
  await shown.load()
  expect(shown.state.name).toBe('there')
})

it('is told without a picture as well', async () => {
  shown = make(null)
  await shown.load()
  shown.lookAtMention(landmark('lamp'))
  expect([shown.viewpointId, replay.time, shown.said]).toEqual([null, 1, '“the lamp” is not seen from here. Places where it is marked: 1'])
})

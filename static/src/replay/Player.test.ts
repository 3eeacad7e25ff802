// @vitest-environment page
import { Matrix4, PerspectiveCamera, Quaternion, Vector3 } from 'three'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { house } from '../../testing/house'
import { FOLLOWER, GUIDE, TOUR } from '../../testing/kinds'
import { TestAudio } from '../../testing/TestAudio'
import { TestGpu } from '../../testing/TestGpu'
import { TestPictures } from '../../testing/TestPictures'
import { TestScreen } from '../../testing/TestScreen'
import { TestWaveform } from '../../testing/TestWaveform'
import { timedWord } from '../../testing/timedWord'
import type { TeamClient } from '../api/TeamClient'
import { ApiProblem } from '../api/ApiProblem'
import type { AnnotationView, KindView, PoseTraceView } from '../api/types'
import { Scope } from '../kit/lifecycle/Scope'
import { rowMajor } from '../viewer/geometry/camera'
import type { Picture } from './Picture'
import { Player } from './Player'
import { fetchSources, valueOf } from './sources'

vi.mock('../player/VoiceWaveform', () => ({
  VoiceWaveform: class extends TestWaveform {
    constructor(_: unknown, __: unknown, readonly audio: unknown) {
      super()
    }
  },
}))

const pose = (north: number) => rowMajor(new Matrix4().compose(new Vector3(0, 1.5, -north), new Quaternion(), new Vector3(1, 1, 1)))
const lens = rowMajor(new PerspectiveCamera(50, 1, 0.1, 100).projectionMatrix)
const trace = (audio: number[] | null): PoseTraceView => ({ time: [0, 4, 8], audio_time: audio, viewpoint_id: ['a', 'b', 'c'], extrinsic_matrix: [pose(0), pose(3), pose(6)], intrinsic_matrix: [lens, lens, lens] })
const gone = new ApiProblem(404, 'missing', 'It is not there.', 'Look elsewhere.')

const view = (declares: KindView, parts: object = {}): AnnotationView =>
  ({
    ...{ alignment: null, reference: ['a', 'b', 'c'], walked: ['a', 'b', 'c'], heading: 0, transcript: 'Go ahead.', voice_duration: 5, voice_url: '/voice', pose_trace_url: '/trace', actions_url: null, declares },
    summary: { kind: declares.kind, annotation_id: 7, instruction_id: 4, language: 'en-US', scan_id: 'house' },
    ...parts,
  }) as unknown as AnnotationView

let screen: TestScreen
let scope: Scope
let asked: string[]
let client: Record<string, (...given: never[]) => unknown>

beforeEach(() => {
  screen = new TestScreen()
  scope = new Scope()
  asked = []
  vi.stubGlobal('Audio', TestAudio)
  const gpu = new TestGpu()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    return gpu.create(this)
  })
  const note = <Value>(name: string, value: Value) => {
    asked.push(name)
    return Promise.resolve(value)
  }
  client = {
    scan: (id: string) => note(`scan ${id}`, house()),
    poseTrace: (url: string) => note(url, trace(url === '/heard' ? [0, 2, 2] : null)),
    blob: (url: string) => note(url, new Blob([url])),
    annotation: (kind: string, id: number) => note(`${kind} ${id}`, view(GUIDE, { pose_trace_url: '/guide' })),
    landmarks: (id: number) => note(`landmarks ${id}`, { mentions: [] }),
    actions: (url: string) => note(url, { attempt: 0, actions: [] }),
  }
})
afterEach(() => {
  scope.dispose()
  screen.close()
})

const fetched = (shown: AnnotationView) => fetchSources(client as unknown as TeamClient, shown, scope)
async function play(shown: AnnotationView, moment = 0): Promise<{ player: Player; picture: Picture }> {
  const pictures = new TestPictures()
  pictures.let(() => 'come')
  const player = await Player.create(shown, await fetched(shown), { mount: screen.element, moment, loadImage: pictures.load }, scope)
  const picture = valueOf(player.picture)!
  screen.element.append(picture.element)
  player.start()
  await screen.pass(1)
  return { player, picture }
}
const camera = (name: string) => screen.element.querySelector<HTMLElement>(`[data-testid=${name}]`)
const stands = (name: string) => camera(name)?.querySelector<HTMLElement>('.viewer')?.dataset.viewpointId
const caption = (name: string) => camera(name)?.querySelector('figcaption')?.textContent

describe('what is fetched', () => {
  it('of a Guide is their walk and voice, and what their words mean', async () => {
    const sources = await fetched(view(GUIDE))
    expect([asked.sort(), sources.guide, sources.actions]).toEqual([['/trace', '/voice', 'scan house'], null, null])
    await sources.landmarks?.()
    expect(asked.at(-1)).toBe('landmarks 4')
  })

  it('of a Follower is the Guide as well whom they heard', async () => {
    const sources = await fetched(view(FOLLOWER, { actions_url: '/actions' }))
    expect([asked.includes('guide 4'), asked.includes('/guide'), asked.includes('/actions'), sources.guide !== null, sources.landmarks !== null]).toEqual([true, true, true, true, true])
  })

  it('of other kinds is nobody’s guiding', async () => {
    const sources = await fetched(view(TOUR, { voice_url: null, pose_trace_url: null }))
    expect([sources.guide, sources.landmarks, sources.voice, sources.trace]).toEqual([null, null, { problem: 'Nobody spoke in this task.' }, { problem: 'Nobody walked in this task.' }])
  })

  it('says of each part why it is missing, and has the others', async () => {
    client.poseTrace = () => Promise.reject(gone)
    const sources = await fetched(view(GUIDE, { voice_url: null }))
    expect([sources.trace, sources.voice, 'value' in sources.scan]).toEqual([{ problem: 'It is not there. Look elsewhere.' }, { problem: 'The annotation was imported without it.' }, true])
    client.poseTrace = () => Promise.resolve({ ...trace(null), time: [] })
    expect((await fetched(view(GUIDE))).trace).toEqual({ problem: 'The pose trace holds no snapshot.' })
  })
})

describe('a Guide’s replay', () => {
  it('goes with the voice: as long as it lasts, where the camera was', async () => {
    const { player } = await play(view(GUIDE), 4.5)
    expect([player.replay.duration, player.replay.time, stands('own-camera'), caption('own-camera'), camera('guide-camera')]).toEqual([5, 4.5, 'b', 'Guide · 0:04.5', null])
    player.jumpTo(0)
    await screen.pass(1)
    expect([stands('own-camera'), TestAudio.made.at(-1)?.currentTime]).toEqual(['a', 0])
  })

  it('knows the word that is said, and steps from word to word', async () => {
    const timed = [timedWord('go', 0.5, 1), timedWord('ahead', 2, 3)]
    const { player } = await play(view(GUIDE, { alignment: { state: 'aligned', timed_instruction: timed } }))
    expect([player.spokenAt(0), player.spokenAt(0.7), player.spokenAt(2.5)]).toEqual([-1, 0, 1])
    const step = (key: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey: true }))
    step('ArrowRight')
    step('ArrowRight')
    expect(player.replay.time).toBe(2)
    step('ArrowLeft')
    expect(player.replay.time).toBe(0.5)
  })

  it('without a voice lasts as long as the walk', async () => {
    const { player } = await play(view(GUIDE, { voice_url: null, voice_duration: null }))
    expect([player.replay.duration, player.waveform]).toEqual([8, null])
  })
})

describe('a Follower’s replay', () => {
  it('lasts as long as the walk, and shows the Guide at the moment that is heard', async () => {
    const { player } = await play(view(FOLLOWER, { pose_trace_url: '/heard' }), 1)
    expect([player.replay.duration, caption('own-camera'), caption('guide-camera'), camera('guide-camera')?.dataset.state]).toEqual([8, 'Follower · 0:01.0', 'Guide · 0:01.0', 'hearing'])
    player.replay.seek(6)
    await screen.pass(1)
    expect([caption('own-camera'), caption('guide-camera'), camera('guide-camera')?.dataset.state, stands('own-camera')]).toEqual(['Follower · 0:06.0', 'Guide · 0:02.0, voice paused', 'paused', 'b'])
    expect(TestAudio.made.at(-1)?.currentTime).toBe(2)
  })

  it('does not know what was heard where that was not recorded', async () => {
    const { player } = await play(view(FOLLOWER))
    expect([player.track, camera('guide-camera')?.dataset.state, camera('guide-camera')?.hasAttribute('data-blank')]).toEqual([null, 'unknown', true])
  })

  it('shows one of the cameras, or both', async () => {
    const { picture } = await play(view(FOLLOWER, { pose_trace_url: '/heard' }))
    const shown = () => [camera('own-camera')?.hidden, camera('guide-camera')?.hidden, picture.shots.length]
    picture.showCameras('own')
    expect(shown()).toEqual([false, true, 1])
    picture.showCameras('heard')
    expect(shown()).toEqual([true, false, 1])
    picture.showCameras('both')
    expect(shown()).toEqual([false, false, 2])
  })
})

it('has no path to show where there was only a place to begin at', async () => {
  const { picture } = await play(view(GUIDE, { reference: ['a'] }))
  expect([picture.hasReference, picture.hasGuide, picture.visits.map(({ viewpointId, start, end }) => [viewpointId, start, end])]).toEqual([false, false, [['a', 0, 4], ['b', 4, 8], ['c', 8, 8]]])
})

it('draws on the map the way so far', async () => {
  const { player, picture } = await play(view(GUIDE, { voice_duration: 8, voice_url: null }))
  const trail = () => picture.map.element.querySelector('[class*=trail]')?.getAttribute('d') ?? ''
  const begun = trail()
  player.replay.seek(8)
  await screen.pass(1)
  expect(trail().length).toBeGreaterThan(begun.length)
})

import type { PoseTraceView } from '../../api/types'
import { button, relabel } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { clock } from '../../kit/formatting/format'
import type { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import { problemMessage } from '../../kit/notices/message'
import { PassingTime } from '../../replay/playback/playback'
import { Replay } from '../../replay/playback/Replay'
import { heardVoice, ownVoice } from '../../replay/playback/voiceTrack'
import { PosePlayer } from '../../trace/PosePlayer'
import { Viewer } from '../../viewer/Viewer'
import type { JudgeSession, ShownWalk } from './JudgeSession'
import { own } from './messages/own'

/** A walk as its person saw it, with the voice that belongs to it, and controls below it. */
export async function showReplay(scope: Scope, place: HTMLElement, session: JudgeSession, walk: ShownWalk): Promise<void> {
  const { client, scan, lease } = session
  const container = html('div', { class: 'viewer' })
  const bar = html('section', { class: 'judge-transport', 'aria-label': own('replay') })
  place.append(html('div', { class: 'judge-replay' }, container, bar))
  const options = { viewpointId: walk.start_viewpoint_id, heading: walk.heading, loadImage: client.image, poster: lease.start_preview, navigable: false }
  const viewer = new Viewer(container, scan, options)
  scope.add(() => viewer.dispose())
  try {
    const [trace, voice] = await Promise.all([
      walk.pose_trace_url === null ? null : client.poseTrace(walk.pose_trace_url),
      walk.voice_url === null ? null : client.blob(walk.voice_url, scope.signal),
    ])
    if (!scope.disposed) showControls(scope, bar, viewer, walk, trace, voice)
  } catch (error) {
    const retry = () => {
      viewer.dispose()
      place.replaceChildren()
      void showReplay(scope, place, session, walk)
    }
    if (!scope.disposed) bar.append(problemMessage(scope, error, { title: own('unheard'), retry }))
  }
}

function showControls(scope: Scope, bar: HTMLElement, viewer: Viewer, walk: ShownWalk, trace: PoseTraceView | null, voice: Blob | null): void {
  const duration = Math.max(trace?.time.at(-1) ?? 0, trace?.audio_time ? 0 : (walk.voice_duration ?? 0))
  const track = trace?.audio_time ? heardVoice(trace.time, trace.audio_time) : ownVoice(walk.voice_duration ?? 0)
  const replay = new Replay(new PassingTime(duration, voice && audioOf(scope, voice), track), duration, scope)
  const camera = trace && new PosePlayer(viewer, trace)
  const play = button(scope, { name: 'replay-play', label: t('player.play'), icon: 'play', look: 'primary', press: () => replay.toggle() })
  const slider = html('input', { type: 'range', min: 0, max: duration.toFixed(2), step: 0.1, value: 0, 'aria-label': own('position'), 'data-testid': 'replay-position' })
  const time = html('output', { class: 'player-time' })
  scope.listen(slider, 'input', () => replay.seek(Number(slider.value)))
  replay.on('time', (now) => {
    camera?.seek(now)
    slider.value = String(now)
    slider.setAttribute('aria-valuetext', clock(now))
    time.textContent = `${clock(now)} / ${clock(duration)}`
  })
  replay.on('playing', (playing) => relabel(play, t(playing ? 'player.pause' : 'player.play'), playing ? 'pause' : 'play'))
  bar.append(play, slider, time)
  if (trace === null) bar.append(html('p', { class: 'hint', 'data-testid': 'no-walk' }, own('noWalk')))
  replay.tell()
}

function audioOf(scope: Scope, voice: Blob): HTMLAudioElement {
  const url = URL.createObjectURL(voice)
  const audio = new Audio(url)
  scope.add(() => {
    audio.pause()
    URL.revokeObjectURL(url)
  })
  return audio
}

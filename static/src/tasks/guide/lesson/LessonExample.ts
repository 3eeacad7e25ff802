import type { ApiClient } from '../../../api/ApiClient'
import type { LessonExample, ScanView } from '../../../api/types'
import { html } from '../../../kit/dom/html'
import type { Scope } from '../../../kit/lifecycle/Scope'
import { problemMessage } from '../../../kit/notices/message'
import { VoicePlayer } from '../../../player/VoicePlayer'
import { PosePlayer } from '../../../trace/PosePlayer'
import { Viewer } from '../../../viewer/Viewer'
import { own } from '../messages/own'

interface Playing {
  scope: Scope
  client: ApiClient
  /** Where the example takes place. */
  scan: ScanView
  example: LessonExample
  /** Where the camera's picture goes. */
  place: HTMLElement
  /** Where voice and words go; in the document. */
  panel: HTMLElement
  /** The example was watched to its end, or cannot be played. */
  watched: () => void
}

const AT_END_SECONDS = 0.5

/** Plays an example: the camera and the words follow the voice. */
export function playExample({ scope, client, scan, example, place, panel, watched }: Playing): void {
  const viewer = openViewer(scan, example, place, client)
  scope.add(() => viewer.dispose())
  const camera = new PosePlayer(viewer, example.trace)
  const words = new LitWords(example)
  const voice = html('div', {})
  panel.append(...(example.synthetic ? [html('p', { class: 'hint', 'data-testid': 'synthetic' }, own('lesson.synthetic'))] : []), voice, words.element)
  const player = new VoicePlayer(scope, voice)
  scope.add(
    player.on('time', (time) => {
      camera.seek(time)
      words.light(time)
      if (time > example.duration - AT_END_SECONDS) watched()
    }),
  )
  void client
    .blob(example.voice_url, scope.signal)
    .then((blob) => player.load(blob))
    .catch((error: unknown) => {
      if (scope.disposed) return
      voice.replaceChildren(problemMessage(scope, error, { title: own('lesson.unplayable') }))
      watched()
    })
}

function openViewer(scan: ScanView, { trace }: LessonExample, place: HTMLElement, client: ApiClient): Viewer {
  place.replaceChildren()
  return new Viewer(place, scan, { viewpointId: trace.viewpoint_id[0] ?? '', heading: 0, loadImage: client.image, navigable: false })
}

/** The words of an example; the one that is being said is marked. */
class LitWords {
  readonly element: HTMLElement
  private readonly spans: HTMLElement[]
  private lit: HTMLElement | null = null

  constructor(private readonly example: LessonExample) {
    this.spans = example.words.map(({ word }) => html('span', {}, word))
    const spaced = this.spans.flatMap((span) => [span, ' '])
    this.element = html('p', { class: 'instruction lesson-words', lang: example.language, dir: 'auto', 'data-testid': 'lesson-words' }, ...spaced)
  }

  light(time: number): void {
    const index = this.example.words.findLastIndex(({ start_time: start }) => start !== null && start <= time)
    const said = this.spans[index] ?? null
    if (said === this.lit) return
    this.lit?.removeAttribute('aria-current')
    said?.setAttribute('aria-current', 'true')
    this.lit = said
  }
}

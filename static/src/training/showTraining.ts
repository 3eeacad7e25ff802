import type { ApiClient } from '../api/ApiClient'
import type { ScanView, TrainingResult, TrainingView } from '../api/types'
import { button } from '../kit/dom/button'
import { html } from '../kit/dom/html'
import { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { problemMessage } from '../kit/notices/message'
import { LiveHelp } from '../live/LiveHelp'
import { TopDownMap } from '../map/TopDownMap'
import { PlayerKeys } from '../player/PlayerKeys'
import { VoicePlayer } from '../player/VoicePlayer'
import { Viewer } from '../viewer/Viewer'

interface Training {
  scope: Scope
  root: HTMLElement
  client: ApiClient
  /** The kind of task that it is for. */
  kind: string
  /** Goes on to the tasks. */
  next: () => void
}

/** Training: a person follows an instruction with a known path, learns how near they came, and tries others until one went well. */
export function showTraining(training: Training): void {
  void new TrainingPhase(training).open()
}

class TrainingPhase {
  private readonly panel = html('section', { class: 'panel', 'data-testid': 'training' })
  private readonly place = html('div', { class: 'viewer' })
  private readonly live: LiveHelp
  private attempt: Scope

  constructor(private readonly training: Training) {
    this.attempt = new Scope(training.scope)
    this.live = new LiveHelp(training.scope, training.client, 'training')
    training.root.append(this.place, this.panel)
  }

  /** Begins with the instruction that is next. */
  async open(): Promise<void> {
    const { scope, client, kind } = this.training
    this.attempt.dispose()
    this.attempt = new Scope(scope)
    this.place.replaceChildren()
    try {
      const words = await client.training(kind)
      const scan = await client.scan(words.scan_id)
      if (!scope.disposed) this.begin(words, scan)
    } catch (error) {
      if (!scope.disposed) this.panel.replaceChildren(problemMessage(scope, error, { title: t('training.none'), retry: () => void this.open() }))
    }
  }

  private begin(words: TrainingView, scan: ScanView): void {
    const scope = this.attempt
    const { client } = this.training
    const { start_viewpoint_id: viewpointId, heading, start_preview: poster } = words
    const viewer = new Viewer(this.place, scan, { viewpointId, heading, loadImage: client.image, poster })
    scope.add(() => viewer.dispose())
    this.live.follow(viewer, scan.scan_id)
    const walked = [viewpointId]
    scope.add(viewer.on('viewpointchange', (view) => view.viewpointId !== walked.at(-1) && walked.push(view.viewpointId)))
    const problem = html('div', {})
    const done = button(scope, {
      name: 'training-done',
      label: t('walk.done'),
      icon: 'check',
      look: 'primary',
      press: () => void this.finish({ words, scan, walked, done, problem }),
    })
    const voice = html('div', {})
    this.panel.replaceChildren(
      this.live.element,
      html('h1', {}, t('training.title')),
      html('p', {}, t('training.detail')),
      voice,
      html('p', { class: 'instruction', lang: words.language, dir: 'auto', 'data-testid': 'instruction' }, words.transcript),
      ...(words.voice_url === null ? [] : [new PlayerKeys(scope).element]),
      problem,
      html('div', { class: 'panel-actions' }, done),
    )
    if (words.voice_url !== null) this.play(words.voice_url, voice)
    this.place.focus()
  }

  private play(url: string, place: HTMLElement): void {
    const scope = this.attempt
    const player = new VoicePlayer(scope, place)
    void this.training.client.blob(url, scope.signal).then((blob) => player.load(blob)).catch((error: unknown) => {
      if (!scope.disposed) place.replaceChildren(problemMessage(scope, error, { title: t('walk.unplayable') }))
    })
  }

  private async finish({ words, scan, walked, done, problem }: Attempt): Promise<void> {
    const { scope, client, kind } = this.training
    done.disabled = true
    try {
      const result = await client.finishTraining(kind, { instruction_id: words.instruction_id, path: [...walked] })
      if (!scope.disposed) this.tell(scan, walked, result)
    } catch (error) {
      done.disabled = false
      problem.replaceChildren(problemMessage(scope, error, { title: t('training.notSent') }))
    }
  }

  /** Shows what was right and what was not, on a map and in words. */
  private tell(scan: ScanView, walked: readonly string[], result: TrainingResult): void {
    const { scope, next } = this.training
    this.attempt.dispose()
    const map = new TopDownMap(scan, { reference: result.path, walked: [...walked] })
    map.walker.showTrail(walked)
    const lessons = lessonsOf(result).map(({ name, good, text }) => html('li', { 'data-lesson': name, 'data-state': good ? 'passed' : 'bearable' }, text))
    const heading = html('h1', { tabindex: -1 }, result.passed ? t('training.passed') : t('training.failed'))
    const go = result.passed
      ? button(scope, { name: 'training-over', label: t('training.over'), look: 'primary', press: next })
      : button(scope, { name: 'training-again', label: t('training.again'), icon: 'restart', look: 'primary', press: () => void this.open() })
    this.place.replaceChildren(html('div', { class: 'training-map' }, map.element, legend()))
    this.panel.replaceChildren(
      this.live.element,
      heading,
      html('ul', { class: 'lessons', 'data-testid': result.passed ? 'training-passed' : 'training-failed' }, ...lessons),
      html('div', { class: 'panel-actions' }, go),
    )
    heading.focus()
  }
}

interface Attempt {
  words: TrainingView
  scan: ScanView
  walked: readonly string[]
  done: HTMLButtonElement
  problem: HTMLElement
}

function legend(): HTMLElement {
  return html(
    'ul',
    { class: 'map-legend' },
    html('li', { class: 'map-legend-reference' }, t('training.legend.meant')),
    html('li', { class: 'map-legend-walked' }, t('training.legend.walked')),
  )
}

interface Lesson {
  name: 'goal' | 'way'
  good: boolean
  text: string
}

/** nDTW at and above which a walk counts as the right way, and below which it counts as a different way. */
const SAME_WAY = 0.9
const OTHER_WAY = 0.5

/** The result of a training walk, in sentences that say what to improve. */
export function lessonsOf({ success, ne, ndtw }: Pick<TrainingResult, 'success' | 'ne' | 'ndtw'>): Lesson[] {
  const way = ndtw >= SAME_WAY ? 'good' : ndtw >= OTHER_WAY ? 'fair' : 'poor'
  return [
    { name: 'goal', good: success, text: success ? t('training.goal.good') : t('training.goal.poor', { metres: Math.round(ne) }) },
    { name: 'way', good: way === 'good', text: t(`training.way.${way}`) },
  ]
}

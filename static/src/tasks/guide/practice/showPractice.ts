import { button } from '../../../kit/dom/button'
import { html } from '../../../kit/dom/html'
import { LevelMeter } from '../../../kit/dom/LevelMeter'
import { problemMessage } from '../../../kit/notices/message'
import { clock } from '../../../kit/formatting/format'
import { Scope } from '../../../kit/lifecycle/Scope'
import { t } from '../../../kit/messages/messages'
import type { LiveHelp } from '../../../live/LiveHelp'
import { VoicePlayer } from '../../../player/VoicePlayer'
import type { Viewer } from '../../../viewer/Viewer'
import type { PhaseContext } from '../../phases/defineTask'
import type { GuideEvent, GuideSession, Practice } from '../../voiceWalk/GuideSession'
import { PracticeRecording } from './PracticeRecording'
import { type PracticeLesson, lessons, type Rehearsal } from './rehearsal'

type PracticeContext = PhaseContext<GuideSession, GuideEvent>

const CLOCK_REFRESH_SECONDS = 0.2

export function showPractice(context: PracticeContext): void {
  void new PracticePhase(context).open()
}

/** A walk for practice that is not stored, and what went well and badly in it. */
class PracticePhase {
  private readonly panel = html('section', { class: 'panel', 'data-testid': 'practice' })
  private readonly place = html('div', { class: 'viewer' })
  private live: LiveHelp | null = null
  private attempt: Scope

  constructor(private readonly context: PracticeContext) {
    const { scope, root } = context
    this.attempt = new Scope(scope)
    root.append(this.place, this.panel)
  }

  async open(): Promise<void> {
    const { scope, session } = this.context
    try {
      const practice = await session.practice()
      if (!scope.disposed) this.begin(practice)
    } catch (error) {
      const title = t('practice.none')
      if (!scope.disposed) this.panel.replaceChildren(problemMessage(scope, error, { title }, this.leave()))
    }
  }

  private begin(practice: Practice): void {
    this.attempt.dispose()
    const scope = (this.attempt = new Scope(this.context.scope))
    this.place.replaceChildren()
    const viewer = practice.show(this.place)
    scope.add(() => viewer.dispose())
    const live = (this.live ??= practice.help(this.context.scope))
    live.follow(viewer, practice.scanId)
    const [time, meter] = [html('output', { class: 'recorder-time' }, clock(0)), new LevelMeter()]
    const record = button(scope, {
      name: 'practice-record',
      label: t('record.record'),
      icon: 'record',
      look: 'record',
      press: () => void this.record(scope, practice, viewer, { time, meter, record }),
    })
    this.panel.replaceChildren(
      live.element,
      html('h1', {}, t('practice.title')),
      html('p', {}, t('practice.detail')),
      html('div', { class: 'practice-state' }, record, time, meter.element),
      html('div', { class: 'panel-actions' }, this.leave()),
    )
  }

  private async record(
    scope: Scope,
    practice: Practice,
    viewer: Viewer,
    { time, meter, record }: { time: HTMLElement; meter: LevelMeter; record: HTMLButtonElement },
  ): Promise<void> {
    record.disabled = true
    const microphone = await this.context.session.openMicrophone()
    await microphone.start()
    const recording = new PracticeRecording(scope, microphone, viewer, practice.path.at(-1))
    const stop = () => this.tell(scope, practice, recording, recording.stop())
    const done = button(scope, { name: 'practice-done', label: t('record.done'), icon: 'check', look: 'primary', press: stop })
    record.replaceWith(done)
    scope.add(microphone.on('level', (level) => meter.show(level)))
    scope.add(microphone.on('level', (level) => this.live?.hear(level)))
    scope.every(CLOCK_REFRESH_SECONDS, () => (time.textContent = clock(recording.seconds)))
    this.place.querySelector<HTMLElement>('[tabindex]')?.focus()
  }

  private tell(scope: Scope, practice: Practice, recording: PracticeRecording, rehearsal: Rehearsal): void {
    const items = Object.entries(lessons(rehearsal)).map(([lesson, good]) =>
      html(
        'li',
        { 'data-lesson': lesson, 'data-state': good ? 'passed' : 'bearable' },
        t(`practice.feedback.${lesson as PracticeLesson}.${good ? 'good' : 'poor'}`),
      ),
    )
    const again = button(scope, { name: 'practice-again', label: t('practice.again'), icon: 'restart', press: () => this.begin(practice) })
    const hear = html('div', {}, html('h2', {}, t('practice.hear')))
    this.panel.replaceChildren(
      this.live?.element ?? '',
      html('h1', {}, t('practice.result')),
      html('ul', { class: 'lessons', 'data-testid': 'lessons' }, ...items),
      hear,
      html('div', { class: 'panel-actions' }, again, this.leave()),
    )
    void new VoicePlayer(scope, hear).load(recording.wav())
  }

  private leave(): HTMLButtonElement {
    const { scope, send } = this.context
    return button(scope, { name: 'practice-over', label: t('practice.over'), look: 'primary', press: () => send('over') })
  }
}

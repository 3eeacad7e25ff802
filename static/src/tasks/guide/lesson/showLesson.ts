import { LessonClient } from '../../../api/LessonClient'
import { Microphone } from '../../../audio/Microphone'
import type { LessonExample, LessonFinding, LessonView, LessonWalkResult, ScanView } from '../../../api/types'
import { button } from '../../../kit/dom/button'
import { choices } from '../../../kit/dom/fields'
import { html } from '../../../kit/dom/html'
import { LevelMeter } from '../../../kit/dom/LevelMeter'
import { clock } from '../../../kit/formatting/format'
import { Scope } from '../../../kit/lifecycle/Scope'
import { problemMessage } from '../../../kit/notices/message'
import { TopDownMap } from '../../../map/TopDownMap'
import { Viewer } from '../../../viewer/Viewer'
import type { LessonContext } from '../../phases/defineTask'
import { own } from '../messages/own'
import { playExample } from './LessonExample'
import { LessonRecording } from './LessonRecording'

type ExampleFault = LessonView['faults'][number]

const CLOCK_REFRESH_SECONDS = 0.2

/** A Guide's lesson: a good example, examples with a fault to be found, and a walk of one's own with feedback. */
export async function showLesson(context: LessonContext): Promise<void> {
  await new LessonPhase(context).open()
}

class LessonPhase {
  private readonly panel = html('section', { class: 'panel', 'data-testid': 'lesson' })
  private readonly place = html('div', { class: 'viewer' })
  private readonly lessons: LessonClient
  private part: Scope

  constructor(private readonly context: LessonContext) {
    this.part = new Scope(context.scope)
    this.lessons = new LessonClient(context.client.token)
    context.root.append(this.place, this.panel)
  }

  /** Goes on with the first part that was not done yet. */
  async open(): Promise<void> {
    const { scope, kind } = this.context
    this.restart()
    try {
      const lesson = await this.lessons.lesson(kind)
      if (scope.disposed) return
      const example = lesson.examples.find(({ part }) => !lesson.done.includes(part))
      if (example) await this.openExample(lesson, example)
      else this.showOwnWalk(lesson)
    } catch (error) {
      if (!scope.disposed) this.panel.replaceChildren(problemMessage(scope, error, { title: own('lesson.none'), retry: () => void this.open() }))
    }
  }

  private restart(): Scope {
    this.part.dispose()
    return (this.part = new Scope(this.context.scope))
  }

  /** A recording of the campaign's own may be in another scan than the lesson. */
  private async openExample(lesson: LessonView, example: LessonExample): Promise<void> {
    const { scope, client } = this.context
    const scan = example.scan_id === lesson.scan.scan_id ? lesson.scan : await client.scan(example.scan_id)
    if (!scope.disposed) this.showExample(lesson, example, scan)
  }

  private showExample(lesson: LessonView, example: LessonExample, scan: ScanView): void {
    const scope = this.restart()
    const fault = lesson.faults.find((each) => each === example.part)
    const { title, detail } = fault ? { title: own('lesson.bad.title'), detail: own('lesson.bad.detail') } : { title: own('lesson.good.title'), detail: own('lesson.good.detail') }
    const heading = this.heading(lesson, lesson.examples.indexOf(example), title)
    const playing = html('div', { class: 'lesson-playing' })
    const below = html('div', { class: 'lesson-below' })
    this.panel.replaceChildren(...heading, html('p', {}, detail), playing, below)
    const watched = fault ? () => undefined : this.offerToContinue(scope, below, example)
    playExample({ scope, client: this.context.client, scan, example, place: this.place, panel: playing, watched })
    if (fault) this.ask(scope, below, lesson, fault)
    heading[1].focus()
  }

  /** Offers it once the example was watched. */
  private offerToContinue(scope: Scope, below: HTMLElement, { part }: LessonExample): () => void {
    const problem = html('div', {})
    const go = button(scope, { name: 'lesson-continue', label: own('lesson.continue'), look: 'primary', press: () => void this.finish(part, null, problem) })
    go.disabled = true
    below.append(problem, html('div', { class: 'panel-actions' }, go))
    return () => (go.disabled = false)
  }

  private ask(scope: Scope, below: HTMLElement, lesson: LessonView, fault: ExampleFault): void {
    const answer = html('div', { role: 'status' })
    let chosen: ExampleFault | null = null
    const check = button(scope, { name: 'lesson-check', label: own('lesson.check'), look: 'primary', press: () => void tell() })
    check.disabled = true
    const question = choices<ExampleFault>(scope, {
      name: 'lesson-fault',
      legend: own('lesson.bad.question'),
      options: lesson.faults.map((each) => [each, own(`lesson.fault.${each}.label`)]),
      choose: (value) => {
        chosen = value
        check.disabled = false
        answer.replaceChildren()
      },
    })
    const actions = html('div', { class: 'panel-actions' }, check)
    below.append(question, answer, actions)

    const tell = async () => {
      const done = await this.finish(fault, chosen, answer)
      if (done === null || scope.disposed) return
      const text = done ? `${own('lesson.bad.right')} ${own(`lesson.fault.${fault}.text`)}` : own('lesson.bad.wrong')
      answer.replaceChildren(html('p', { class: 'lesson-answer', 'data-testid': 'lesson-answer', 'data-state': done ? 'passed' : 'bearable' }, text))
      if (!done) return
      question.disabled = true
      const go = button(scope, { name: 'lesson-continue', label: own('lesson.continue'), look: 'primary', press: () => void this.open() })
      actions.replaceChildren(go)
      go.focus()
    }
  }

  /** Sends what was done. Resolves with whether it was right, or null where it could not be sent, which `problem` says. */
  private async finish(part: string, fault: ExampleFault | null, problem: HTMLElement): Promise<boolean | null> {
    const { scope, kind } = this.context
    try {
      const { done } = await this.lessons.finishPart(kind, part, { fault })
      if (done && fault === null && !scope.disposed) void this.open()
      return done
    } catch (error) {
      if (!scope.disposed) problem.replaceChildren(problemMessage(scope, error, { title: own('lesson.notSent') }))
      return null
    }
  }

  private showOwnWalk(lesson: LessonView): void {
    const scope = this.restart()
    const { client } = this.context
    this.place.replaceChildren()
    const viewer = new Viewer(this.place, lesson.scan, { viewpointId: lesson.own_path[0] ?? '', heading: lesson.own_heading, loadImage: client.image })
    viewer.showPath(lesson.own_path)
    void viewer.ready.then(() => viewer.facePath())
    scope.add(() => viewer.dispose())
    const [time, meter, problem] = [html('output', { class: 'recorder-time' }, clock(0)), new LevelMeter(), html('div', {})]
    const record = button(scope, {
      name: 'lesson-record',
      label: own('lesson.own.start'),
      icon: 'record',
      look: 'record',
      press: () => void this.record(scope, lesson, viewer, { time, meter, record, problem }),
    })
    const heading = this.heading(lesson, lesson.examples.length, own('lesson.own.title'))
    this.panel.replaceChildren(
      ...heading,
      html('p', {}, own('lesson.own.detail')),
      html('div', { class: 'practice-state' }, record, time, meter.element),
      problem,
    )
    heading[1].focus()
  }

  private async record(scope: Scope, lesson: LessonView, viewer: Viewer, { time, meter, record, problem }: WalkControls): Promise<void> {
    record.disabled = true
    try {
      const microphone = await Microphone.open(scope)
      await microphone.start()
      const recording = new LessonRecording(scope, microphone, viewer, lesson.most_rate)
      const stop = () => void this.judge(scope, lesson, recording, { done, problem })
      const done = button(scope, { name: 'lesson-done', label: own('lesson.own.stop'), icon: 'check', look: 'primary', press: stop })
      record.replaceWith(done)
      scope.add(microphone.on('level', (level) => meter.show(level)))
      scope.every(CLOCK_REFRESH_SECONDS, () => {
        time.textContent = clock(recording.seconds)
        if (recording.seconds < lesson.most_seconds - 1 || done.disabled) return
        problem.replaceChildren(html('p', { role: 'status' }, own('lesson.own.stopped')))
        stop()
      })
      this.place.querySelector<HTMLElement>('[tabindex]')?.focus()
    } catch (error) {
      record.disabled = false
      problem.replaceChildren(problemMessage(scope, error, { title: own('lesson.none') }))
    }
  }

  private async judge(scope: Scope, lesson: LessonView, recording: LessonRecording, { done, problem }: Pick<WalkControls, 'problem'> & { done: HTMLButtonElement }): Promise<void> {
    const { kind } = this.context
    done.disabled = true
    const walk = recording.stop()
    try {
      const result = await this.lessons.judgeWalk(kind, walk)
      if (scope.disposed) return
      this.tell(lesson, result)
      this.showMap(lesson, walk.visits.map(({ viewpoint_id: viewpointId }) => viewpointId))
    } catch (error) {
      const retry = () => this.showOwnWalk(lesson)
      if (!scope.disposed) problem.replaceChildren(problemMessage(scope, error, { title: own('lesson.notSent'), retry }))
    }
  }

  private tell(lesson: LessonView, { passed, findings }: LessonWalkResult): void {
    const scope = this.restart()
    const items = findings.map((finding) => html('li', { 'data-lesson': finding.flag, 'data-state': finding.good ? 'passed' : 'bearable' }, findingText(finding)))
    const heading = this.heading(lesson, lesson.examples.length, passed ? own('lesson.own.passed') : own('lesson.own.failed'))
    const again = button(scope, { name: 'lesson-again', label: own('lesson.own.again'), icon: 'restart', look: passed ? 'plain' : 'primary', press: () => this.showOwnWalk(lesson) })
    const over = button(scope, { name: 'lesson-over', label: own('lesson.own.over'), look: 'primary', press: this.context.next })
    this.panel.replaceChildren(
      ...heading,
      html('ul', { class: 'lessons', 'data-testid': passed ? 'lesson-passed' : 'lesson-failed' }, ...items),
      html('div', { class: 'panel-actions' }, again, ...(passed ? [over] : [])),
    )
    heading[1].focus()
  }

  /** Where the person walked, and where they should have walked. */
  private showMap({ scan, own_path: reference }: LessonView, walked: string[]): void {
    const map = new TopDownMap(scan, { reference, walked })
    map.walker.showTrail(walked)
    this.place.replaceChildren(html('div', { class: 'training-map' }, map.element))
  }

  /** Which part it is, and its title. */
  private heading({ examples }: LessonView, index: number, title: string): [HTMLElement, HTMLElement] {
    const part = own('lesson.part', { number: index + 1, count: examples.length + 1 })
    return [html('p', { class: 'hint', 'data-testid': 'lesson-part' }, part), html('h1', { tabindex: -1 }, title)]
  }
}

interface WalkControls {
  time: HTMLElement
  meter: LevelMeter
  record: HTMLButtonElement
  problem: HTMLElement
}

type Told = 'path_not_completed' | 'silence' | 'read_aloud' | 'clipping' | 'noise'

const findingText = ({ flag, good }: LessonFinding): string => own(`lesson.finding.${flag as Told}.${good === null ? 'unknown' : good ? 'good' : 'poor'}`)

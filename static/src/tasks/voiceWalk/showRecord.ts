import type { VoiceSource } from '../../audio/Microphone'
import { button } from '../../kit/dom/button'
import { confirm } from '../../kit/dom/confirm'
import { FlightBar } from '../../flight/FlightBar'
import { html } from '../../kit/dom/html'
import { listenForActions } from '../../kit/keys/listenForActions'
import { message, problemMessage } from '../../kit/notices/message'
import { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import { prepareWaveform } from '../../player/VoicePlayer'
import { reportProblem } from '../parts/reportProblem'
import { offerMap } from '../parts/taskMap'
import type { PhaseContext } from '../phases/defineTask'
import type { GuideEvent, GuideSession } from './GuideSession'
import type { WalkFault } from './keptPath'
import { followersStart } from './followersStart'
import { RecorderBar, type RecorderHints } from './RecorderBar'
import type { Recording } from '../../recording/Recording'

type RecordContext = PhaseContext<GuideSession, GuideEvent>

interface RecordOptions {
  /** Shows beside the viewer what to talk about. */
  beside?: HTMLElement
  /** Whether the recording may end here; `tell` says why not. */
  mayFinish: (recording: Recording, tell: (title: string, detail: string) => void) => Promise<boolean>
  /** Is called whenever the person begins to record or goes on; `stretch` ends with the next one. */
  accompany?: (stretch: Scope, recording: Recording, microphone: VoiceSource) => void
  /** The recording of something that happens only once, together with somebody else. */
  once?: {
    hints: RecorderHints
    /** Lays a map over the viewer. */
    offerMap: () => void
    /** Is given what ends the recording without being asked. */
    endWith: (end: () => void) => void
  }
}

/** A walk that is recorded with the voice: along the session's path, or wherever the person likes. */
export function recordWalk(context: RecordContext, options: RecordOptions): void {
  void new RecordPhase(context, options).open()
}

/** The walk, and the controls of its recording. */
class RecordPhase {
  private recording: Recording | null = null
  private following: Scope | null = null
  private stretch: Scope | null = null
  private refusal: HTMLElement | null = null
  private readonly bar: RecorderBar
  /** Null where there is no path to fly along. */
  private readonly flight: FlightBar | null
  private readonly problem = html('div', { class: 'floating' })

  constructor(
    private readonly context: RecordContext,
    private readonly options: RecordOptions,
  ) {
    const { scope, root, session } = context
    const { once, beside } = options
    const path = session.path.length > 1 ? session.path : []
    const actions = {
      record: () => void this.record(),
      pause: () => void this.recording?.pause(),
      oldRecording: () => void this.goBack(),
      restart: () => void this.restart(),
      done: () => void this.finish(),
    }
    const hints = once?.hints ?? (path.length > 0 ? 'record' : 'freeWalk')
    this.bar = new RecorderBar(scope, actions, hints, once ? '' : followersStart(session))
    if (once) this.bar.keepToOne()
    listenForActions(scope, { recordOrPause: () => this.bar.toggle() }, ({ repeat }) => repeat)
    root.append(session.viewerElement, this.problem, this.bar.element)
    if (beside) root.append(beside)
    session.sight?.showPath(path)
    if (once) once.offerMap()
    else offerMap(context, session.viewer, path)
    const flown = { begun: () => context.aids.countFlight(), over: () => undefined }
    this.flight = path.length > 0 ? new FlightBar(scope, session.viewer, path, flown) : null
    prepareWaveform()
    if (session.storageProblem) this.tell(t('saved.notHere'), session.storageProblem)
    once?.endWith(() => void this.end())
  }

  /** Goes on with the recording of a page that was opened again, or begins one. */
  async open(): Promise<void> {
    const { session, scope } = this.context
    try {
      if (!session.recording) await session.startOver()
      if (session.recording && !scope.disposed) this.follow(session.recording)
    } catch (error) {
      this.tell(t('record.notBegun'), error, () => void this.open())
    }
  }

  private follow(recording: Recording): void {
    const { scope, session } = this.context
    this.recording = recording
    this.refusal?.remove()
    session.continueWalk(recording)
    this.bar.follow(recording, session.canGoBack)
    this.offerFlight(recording)
    this.following?.dispose()
    const following = (this.following = new Scope(scope))
    for (const queue of [recording.upload.voice, recording.upload.pose]) {
      following.add(queue.on('problem', (error) => this.tell(t('record.notSaved'), error, () => recording.upload.retry())))
    }
    following.add(recording.on('storage', (problem) => this.tell(t('saved.notHere'), problem)))
    following.add(recording.on('change', () => this.offerFlight(recording)))
    following.add(recording.on('change', () => this.showArrival()))
    if (session.sight) following.add(session.sight.on('viewpointchange', () => this.showArrival()))
    void Promise.resolve(session.sight?.ready).then(() => this.welcome(recording))
  }

  /** The end of a path is easily missed: nothing lies ahead any more, and the person is still speaking. */
  private showArrival(): void {
    const { path, sight } = this.context.session
    this.bar.arrived = !this.options.once && path.length > 1 && sight?.viewpointId === path.at(-1)
  }

  /** Before anything is recorded, a person may look at the whole path. */
  private offerFlight(recording: Recording): void {
    if (this.flight) this.flight.allowed = recording.state === 'ready'
  }

  private async welcome(recording: Recording): Promise<void> {
    try {
      await recording.goToStart()
      this.bar.enable()
      if (recording.state === 'ready') this.context.session.sight?.facePath()
    } catch (error) {
      this.tell(t('record.noStart'), error, () => void this.welcome(recording))
    }
  }

  private async record(): Promise<void> {
    const { session, scope } = this.context
    const { recording } = this
    session.viewerElement.focus()
    this.refusal?.remove()
    await this.flight?.end()
    try {
      const microphone = await session.openMicrophone()
      this.bar.hear(microphone)
      if (recording) session.continueWalk(recording)
      const begins = recording?.state === 'ready'
      await recording?.record(microphone)
      // The trace begins with what Followers see first.
      if (begins) session.sight?.facePath()
      this.stretch?.dispose()
      this.stretch = new Scope(this.following ?? scope)
      if (recording) this.options.accompany?.(this.stretch, recording, microphone)
      this.following?.add(microphone.on('ended', () => scope.disposed || void this.lose()))
    } catch (error) {
      this.tell(t('record.notBegun'), error, () => void this.record())
    }
  }

  private async restart(): Promise<void> {
    await this.recording?.pause()
    if (!(await confirm(this.context.scope, { ...t('record.startOver', { returnObjects: true }), harmful: true }))) return
    this.follow(await this.context.session.startOver())
  }

  private async goBack(): Promise<void> {
    await this.recording?.pause()
    const recording = this.context.session.goBack()
    if (recording) this.follow(recording)
  }

  private async finish(): Promise<void> {
    const { session } = this.context
    await this.recording?.pause()
    const fault = this.recording && session.faultOf(this.recording)
    if (fault) { this.refuse(fault); return; }
    const tell = (title: string, detail: string) => this.say(title, detail)
    if (!this.recording || !(await this.options.mayFinish(this.recording, tell))) return
    await this.end()
  }

  private async end(): Promise<void> {
    const { session, send } = this.context
    await this.recording?.pause()
    await session.settle()
    send('record-done')
  }

  private async lose(): Promise<void> {
    await this.recording?.pause()
    const { title, detail, remedy } = t('record.lost', { returnObjects: true })
    this.tell(title, Object.assign(new Error(detail), { remedy }))
  }

  /** Tells why a walk cannot be handed in as it is, and what to do; what was said is kept. */
  private refuse(fault: WalkFault): void {
    const { scope, session } = this.context
    const reported = html('div', {})
    const goOn = button(scope, { name: 'go-on', label: t('record.fault.goOn'), icon: 'record', look: 'primary', press: () => void this.record() })
    const look = fault === 'left' ? 'primary' : 'plain'
    const again = button(scope, { name: 'walk-again', label: t('record.fault.again'), icon: 'restart', look, press: () => void this.restart() })
    const report = button(scope, { name: 'report', label: t('walk.report'), look: 'link', press: () => void reportProblem(scope, session, reported) })
    const { title, detail, remedy } = t(`record.fault.${fault}`, { returnObjects: true })
    const actions = fault === 'left' ? [again, report] : [goOn, again, report]
    this.refusal = message({ name: 'walk-fault', title, detail, remedy }, ...actions, reported)
    this.refusal.dataset.fault = fault
    this.refusal.setAttribute('role', 'alert')
    this.problem.replaceChildren(this.refusal)
    actions[0]?.focus()
  }

  private say(title: string, detail: string): void {
    this.problem.replaceChildren(message({ name: 'not-yet', title, detail }))
  }

  private tell(title: string, error: unknown, retry?: () => void): void {
    const again = () => {
      this.problem.replaceChildren()
      retry?.()
    }
    const options = retry ? { title, retry: again } : { title }
    this.problem.replaceChildren(problemMessage(this.context.scope, error, options))
  }
}

import type { ApiClient } from '../../api/ApiClient'
import { ApiProblem } from '../../api/ApiProblem'
import type { LeaseView } from '../../api/types'
import { pageToGoOn } from '../../annotations/kinds'
import { readNotices } from '../../corrections/readNotices'
import { fillIn } from '../../forms/fillIn'
import { html } from '../../kit/dom/html'
import { TaskFrame } from '../../kit/frame/TaskFrame'
import { personalLink } from '../../kit/identity/kept'
import { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import { message, problemMessage } from '../../kit/notices/message'
import { askConsent } from '../../session/askConsent'
import { refusal } from '../../session/enter'
import { lookForAnswers } from '../../session/lookForAnswers'
import { rememberWork } from '../../kit/preferences/lastWork'
import { DraftKeeper } from '../../storage/DraftKeeper'
import { type Opened, openStore } from '../../storage/openStore'
import type { RecordingStore } from '../../storage/RecordingStore'
import type { ActionLog } from '../../actions/ActionLog'
import { HelpButton } from '../help/HelpButton'
import { hasRead, nameOf, rememberRead } from '../help/readIntroductions'
import { Aids } from '../phases/Aids'
import type { LessonContext, OpenTask, TaskDefinition } from '../phases/defineTask'
import { PhaseMachine, readProgress, writeProgress } from '../phases/PhaseMachine'
import { TimeLimit } from '../phases/TimeLimit'
import { claimTask, Renewals } from './atWork'
import { showNothingToDo } from './showNothingToDo'
import { telling } from './telling'

/** What is counted while nothing else changes, such as how long a map is open, is kept so often. */
const KEEP_SECONDS = 10

/** What a task needs of the browser. */
interface Device {
  openStore: (key: string | null) => Promise<Opened>
  /** Of all tabs. */
  locks: LockManager
}
const thisBrowser = (): Device => ({ openStore, locks: navigator.locks })

interface Around {
  device?: Device
  /** What is done after the task; the next one of the same kind, unless it is said. */
  again?: (() => void) | undefined
}

/** Shows a person's task on a page, from the lease to the last phase, and then the next one. */
export async function runTask<Session, Name extends string, Event extends string>(
  page: HTMLElement,
  client: ApiClient,
  task: TaskDefinition<Session, Name, Event>,
  { device = thisBrowser(), again = () => void runTask(page, client, task, { device }) }: Around = {},
): Promise<void> {
  const scope = new Scope()
  const next = () => {
    scope.dispose()
    again()
  }
  void lookForAnswers(client)
  try {
    const turn = (phase: string, panorama = false) => new TaskFrame(scope, page, task.title(), [], task.keys).turnTo(phase, undefined, panorama)
    await readNotices(scope, client, turn)
    if (task.prepare) {
      const { consent } = await client.me() // People who may not enter, or have to agree first, should learn that first.
      if (consent === 'missing') throw new ApiProblem(409, 'consent', '', '')
      const { ready, reason } = await client.waiting(task.id)
      if (ready && reason !== 'step') await task.prepare(scope, turn('prepare'), client) // a microphone is not asked for where there is nothing to say
    }
    const root = turn('loading')
    root.append(html('p', { class: 'loading', role: 'status' }, t('loading')))
    const lease = await client.lease(task.id)
    if ('reason' in lease && lease.reason === 'training') await train(task, { scope, root: turn('training'), turn, client, kind: lease.kind ?? task.id, next })
    else if ('reason' in lease && lease.reason === 'form') {
      await fillIn(scope, turn('form'), client, await client.forms(lease.campaign))
      next()
    } else if ('reason' in lease && lease.reason === 'step' && lease.kind) location.replace(personalLink(pageToGoOn(lease.reason, lease.kind)))
    else if ('reason' in lease) await showNothingToDo({ page, scope, client, kind: task.id, title: task.title(), why: lease, retry: next })
    else if (await claimTask(scope, device.locks, lease.lease_id, () => showOtherTab(page, task.title(), scope))) {
      const open: OpenTask = (chosen) => openTask(page, client, chosen, { scope, device, lease, next })
      await (task.variant?.(lease, open) ?? open(task))
    } else next()
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'consent') {
      const root = new TaskFrame(scope, page, task.title(), []).turnTo('consent', undefined, false)
      await askConsent(scope, root, client).then(next, (failure: unknown) => showProblem(page, task.title(), scope, failure, next))
    } else showProblem(page, task.title(), scope, error, next)
  }
}

/** Shows what people learn before their first task of a kind. */
async function train({ lesson }: { lesson?: (context: LessonContext) => Promise<void> }, context: LessonContext): Promise<void> {
  if (lesson) await lesson(context)
  else (await import('../../training/showTraining')).showTraining(context)
}

/** Shows the task from its beginning, or continues where it was left. */
async function openTask<Session, Name extends string, Event extends string>(
  page: HTMLElement,
  client: ApiClient,
  task: TaskDefinition<Session, Name, Event>,
  { scope, device, lease, next }: { scope: Scope; device: Device; lease: LeaseView; next: () => void },
): Promise<void> {
  const [scan, storage] = await Promise.all([client.scan(lease.scan_id, lease.lease_id), device.openStore(lease.device_key)])
  const drafts = await DraftKeeper.open(scope, storage.store, lease, (draft) => client.saveDraft(lease.lease_id, draft))
  const left = readProgress(drafts.latest)
  const machine = new PhaseMachine(task.first, task.transitions, () => performance.now() / 1000)
  const phaseTimes = () => machine.times
  const time = lease.time_limit === null ? null : new TimeLimit(scope, lease.time_limit, left?.aids.time_used ?? 0)
  const aids = new Aids({ map: lease.map, time }, left?.aids)
  const actions = await openLog(scope, client, lease, storage.store, machine)
  const keep = (options?: { now: boolean }) => {
    const answer = task.draft?.(session) ?? null
    drafts.save(writeProgress({ phase: machine.current, times: machine.times.slice(0, -1), answer, aids: aids.record }), options)
  }
  const draft = left?.answer ?? null
  const atWork = new Scope(scope)
  const renewals = new Renewals(atWork, (isActive, signal) => client.renew(lease.lease_id, isActive ? machine.current : undefined, signal))
  const session = await task.begin({ scope, client: telling(client, { aids, actions, renewals, drafts }), lease, scan, storage, draft, drafts, keepDraft: keep, phaseTimes, actions })
  if (left && task.reopen) machine.reopen(task.reopen(session, left.phase), left.times)
  introduceOnce(task, machine, lease, session)
  actions?.turnTo(machine.current)
  machine.on('change', (name) => {
    actions?.turnTo(name)
    const over = Object.keys(task.transitions[name]).length === 0
    if (over) atWork.dispose()
    else keep({ now: true })
  })
  atWork.every(KEEP_SECONDS, keep)
  rememberWork()
  const discard = () => storage.store.discard(lease.lease_id).catch(() => undefined)
  showPhases(page, task, machine, { scope, client, lease, session, aids, next, discard })
  void forgetFinished(storage.store, client, lease.lease_id)
}

/** Passes over an introduction that the person has read, and remembers when they have. */
function introduceOnce<Session, Name extends string, Event extends string>(
  { introduction, first }: TaskDefinition<Session, Name, Event>,
  machine: PhaseMachine<Name, Event>,
  lease: LeaseView,
  session: Session,
): void {
  if (!introduction || machine.current !== first) return
  const name = nameOf(introduction, lease, session)
  if (hasRead(name)) machine.send(introduction.begin)
  else {
    const off = machine.on('change', () => {
      off()
      rememberRead(name)
    })
  }
}

interface Shown<Session> {
  scope: Scope
  client: ApiClient
  lease: LeaseView
  session: Session
  aids: Aids
  next: () => void
  /** Forgets what this device keeps of the task. */
  discard: () => Promise<unknown>
}

function showPhases<Session, Name extends string, Event extends string>(
  page: HTMLElement,
  task: TaskDefinition<Session, Name, Event>,
  machine: PhaseMachine<Name, Event>,
  shown: Shown<Session>,
): void {
  const { scope, lease, session, aids, next } = shown
  const { time } = aids.allowed
  const phases = Object.values<TaskDefinition<Session, Name, Event>['phases'][Name]>(task.phases)
  const frame = new TaskFrame(scope, page, task.title(), phases.flatMap(({ title }) => title?.(session) ?? []), task.keys)
  frame.offer(helpWith(task, machine, shown).element)
  if (time) frame.tell(time.element)
  const send = (event: Event) => machine.send(event)
  let phaseScope = new Scope(scope)
  let step: string | undefined
  const show = (name: Name) => {
    const { title, dark = false, show: showPhase } = task.phases[name]
    phaseScope.dispose()
    phaseScope = new Scope(scope)
    step = title?.(session) ?? step
    const root = frame.turnTo(name, step, dark)
    showPhase({ scope: phaseScope, root, lease, session, aids, send, next })
    const { timeUp } = task
    time?.turn(isTimed(task, name), timeUp && (() => send(timeUp(session))))
  }
  machine.on('change', show)
  show(machine.current)
}

/** Whether a limited time passes in a phase: in those of the work itself. */
function isTimed<Session, Name extends string, Event extends string>({ phases, transitions, introduction, first }: TaskDefinition<Session, Name, Event>, name: Name): boolean {
  const isIntroduction = introduction !== undefined && name === first
  return !phases[name].untimed && !isIntroduction && Object.keys(transitions[name]).length > 0
}

function helpWith<Session, Name extends string, Event extends string>(
  task: TaskDefinition<Session, Name, Event>,
  machine: PhaseMachine<Name, Event>,
  { scope, client, lease, session, next, discard }: Shown<Session>,
): HelpButton {
  const isOver = () => Object.keys(task.transitions[machine.current]).length === 0
  const leave = () => {
    next()
    void discard()
  }
  return new HelpButton(scope, {
    client,
    lease,
    introduction: (opened) => task.introduction?.show({ scope: opened, lease, session }) ?? [],
    interrupt: () => task.interrupt?.(session) ?? false,
    whereabouts: () => task.whereabouts?.(session) ?? null,
    skip: () => (task.mayBeSkipped && !isOver() ? leave : null),
  })
}

/** The log of what the person does, where the campaign asks for one; a log that cannot be opened stops nobody. */
async function openLog<Name extends string, Event extends string>(scope: Scope, client: ApiClient, lease: LeaseView, store: RecordingStore, machine: PhaseMachine<Name, Event>): Promise<ActionLog | null> {
  const { actions } = lease
  if (!actions) return null
  const clock = () => machine.times.at(-1)?.end_time ?? 0
  try {
    const { ActionLog } = await import('../../actions/ActionLog') // Most campaigns ask for none.
    return await ActionLog.open(scope, { client, store, lease: { ...lease, actions }, clock })
  } catch {
    return null
  }
}

/** Removes recordings from this device that were accepted without this page's knowledge. */
async function forgetFinished(store: RecordingStore, client: ApiClient, current: string): Promise<void> {
  for (const leaseId of await store.leases()) {
    if (leaseId === current) continue
    const lease = await client.readLease(leaseId).catch(() => null)
    if (lease?.state === 'submitted') await store.discard(leaseId)
  }
}

function showOtherTab(page: HTMLElement, title: string, scope: Scope): void {
  const root = new TaskFrame(scope, page, title, []).turnTo('other-tab', undefined, false)
  root.append(message({ name: 'other-tab', title: t('otherTab.title'), detail: t('otherTab.detail') }))
}

function showProblem(page: HTMLElement, title: string, scope: Scope, error: unknown, retry: () => void): void {
  const root = new TaskFrame(scope, page, title, []).turnTo('problem', undefined, false)
  root.append(refusal(error) ?? problemMessage(scope, error, { title: t('problem.title'), retry }))
}

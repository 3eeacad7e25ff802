import { kindName } from '../../annotations/kinds'
import type { ApiClient } from '../../api/ApiClient'
import { ApiProblem } from '../../api/ApiProblem'
import type { LeaseView, NothingToDo } from '../../api/types'
import { readNotices } from '../../corrections/readNotices'
import { fillIn } from '../../forms/fillIn'
import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { TaskFrame } from '../../kit/frame/TaskFrame'
import { Scope } from '../../kit/lifecycle/Scope'
import { kindMessage } from '../../kit/messages/kindMessages'
import { t } from '../../kit/messages/messages'
import { message, problemMessage } from '../../kit/notices/message'
import { askConsent } from '../../session/askConsent'
import { ownWorkLink, refusal } from '../../session/enter'
import { lookForAnswers } from '../../session/lookForAnswers'
import { DraftKeeper } from '../../storage/DraftKeeper'
import { type Opened, openStore } from '../../storage/openStore'
import type { RecordingStore } from '../../storage/RecordingStore'
import { showTraining } from '../../training/showTraining'
import { showOwnVisit } from '../../visit/showVisit'
import type { LessonContext, OpenTask, TaskDefinition } from '../phases/defineTask'
import { PhaseMachine, readProgress, writeProgress } from '../phases/PhaseMachine'
import { claimTask, watchPresence } from './atWork'
import { tellStanding } from './tellStanding'

const RENEW_SECONDS = 240

/** What a task needs of the browser. */
interface Device {
  openStore: (key: string | null) => Promise<Opened>
  /** Of all tabs. */
  locks: LockManager
}
const thisBrowser = (): Device => ({ openStore, locks: navigator.locks })

/** Shows a person's task on a page, from the lease to the last phase, and then the next one. */
export async function runTask<Session, Name extends string, Event extends string>(
  page: HTMLElement,
  client: ApiClient,
  task: TaskDefinition<Session, Name, Event>,
  device = thisBrowser(),
): Promise<void> {
  const scope = new Scope()
  const next = () => {
    scope.dispose()
    void runTask(page, client, task, device)
  }
  void lookForAnswers(client)
  try {
    const turn = (phase: string) => new TaskFrame(scope, page, task.title(), []).turnTo(phase, undefined, false)
    await readNotices(scope, client, turn)
    if (task.prepare) {
      const { consent } = await client.me() // People who may not enter, or have to agree first, should learn that first.
      if (consent === 'missing') throw new ApiProblem(409, 'consent', '', '')
      await task.prepare(scope, turn('prepare'), client)
    }
    const root = turn('loading')
    root.append(html('p', { class: 'loading', role: 'status' }, t('loading')))
    const lease = await client.lease(task.id)
    if ('reason' in lease && lease.reason === 'training') await train(task, { scope, root: turn('training'), client, kind: lease.kind ?? task.id, next })
    else if ('reason' in lease && lease.reason === 'form') {
      await fillIn(scope, turn('form'), client, await client.forms(lease.campaign))
      next()
    } else if ('reason' in lease) await showNothingToDo(page, task, { scope, client, why: lease, retry: next })
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
  else showTraining(context)
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
  const keep = (options?: { now: boolean }) => {
    const answer = task.draft?.(session) ?? null
    drafts.save(writeProgress({ phase: machine.current, times: machine.times.slice(0, -1), answer }), options)
  }
  const keepDraft = () => keep()
  const draft = left?.answer ?? null
  const session = await task.begin({ scope, client, lease, scan, storage, draft, drafts, keepDraft, phaseTimes })
  if (left && task.reopen) machine.reopen(task.reopen(session, left.phase), left.times)
  const atWork = new Scope(scope)
  machine.on('change', (name) => {
    const over = Object.keys(task.transitions[name]).length === 0
    if (over) atWork.dispose()
    else keep({ now: true })
  })
  atWork.every(RENEW_SECONDS, () => void client.renew(lease.lease_id).catch(() => undefined))
  watchPresence(atWork, () => void client.renew(lease.lease_id, machine.current).catch(() => undefined))
  showPhases(page, task, machine, { scope, lease, session, next })
  void forgetFinished(storage.store, client, lease.lease_id)
}

function showPhases<Session, Name extends string, Event extends string>(
  page: HTMLElement,
  task: TaskDefinition<Session, Name, Event>,
  machine: PhaseMachine<Name, Event>,
  { scope, lease, session, next }: { scope: Scope; lease: LeaseView; session: Session; next: () => void },
): void {
  const phases = Object.values<TaskDefinition<Session, Name, Event>['phases'][Name]>(task.phases)
  const frame = new TaskFrame(scope, page, task.title(), phases.flatMap(({ title }) => title?.(session) ?? []))
  const send = (event: Event) => machine.send(event)
  let phaseScope = new Scope(scope)
  let step: string | undefined
  const show = (name: Name) => {
    const { title, dark = false, show: showPhase } = task.phases[name]
    phaseScope.dispose()
    phaseScope = new Scope(scope)
    step = title?.(session) ?? step
    const root = frame.turnTo(name, step, dark)
    showPhase({ scope: phaseScope, root, lease, session, send, next })
  }
  machine.on('change', show)
  show(machine.current)
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

interface Nothing {
  scope: Scope
  client: ApiClient
  why: NothingToDo
  retry: () => void
}

async function showNothingToDo(page: HTMLElement, { id, title }: { id: string; title: () => string }, nothing: Nothing): Promise<void> {
  const { scope, client } = nothing
  const standing = await tellStanding(scope, client, id)
  const root = new TaskFrame(scope, page, title(), []).turnTo('nothing-to-do', undefined, false)
  root.append(standing ?? tellNothing(nothing))
  void showOwnVisit(scope, root, client, { stuck: true })
}

function tellNothing({ scope, why, retry }: Nothing): HTMLElement {
  const look = button(scope, { name: 'look-again', label: t('empty.again'), look: 'primary', press: retry })
  const other = why.kind === null ? [] : [html('a', { href: `/${why.kind}`, class: 'button' }, kindMessage(why.kind, 'open') ?? kindName(why.kind))]
  const known = (['turn', 'cap', 'paused'] as const).find((reason) => reason === why.reason)
  const detail = known ? t(`empty.${known}`) : t('empty.detail')
  return message({ name: 'nothing-to-do', title: t('empty.title'), detail }, ...other, look, ownWorkLink())
}

function showProblem(page: HTMLElement, title: string, scope: Scope, error: unknown, retry: () => void): void {
  const root = new TaskFrame(scope, page, title, []).turnTo('problem', undefined, false)
  root.append(refusal(error) ?? problemMessage(scope, error, { title: t('problem.title'), retry }))
}

import type { ApiClient } from '../api/ApiClient'
import { button } from '../dom/button'
import { html } from '../dom/html'
import { message, problemMessage } from '../dom/message'
import { Scope } from '../lifecycle/Scope'
import { t } from '../messages/messages'
import type { TaskContext, TaskDefinition } from './defineTask'
import { PhaseMachine } from './PhaseMachine'
import { TaskFrame } from './TaskFrame'

/** Shows a person's task on a page, from the lease to the last phase, and then the next one. */
export async function runTask<Session, Name extends string, Event extends string>(
  page: HTMLElement,
  client: ApiClient,
  task: TaskDefinition<Session, Name, Event>,
): Promise<void> {
  const scope = new Scope()
  const next = () => {
    scope.dispose()
    void runTask(page, client, task)
  }
  const root = new TaskFrame(scope, page, task.title(), []).turnTo('loading', undefined, false)
  root.append(html('p', { class: 'loading', role: 'status' }, t('loading')))
  try {
    const context = await leaseTask(scope, client, task.id)
    if (context) showTask(page, task, context, next)
    else showNothingToDo(page, task.title(), scope, next)
  } catch (error) {
    showProblem(page, task.title(), scope, error, next)
  }
}

async function leaseTask(scope: Scope, client: ApiClient, kind: string) {
  const lease = await client.lease(kind)
  return lease && { scope, client, lease, scan: await client.scan(lease.scan_id) }
}

function showTask<Session, Name extends string, Event extends string>(
  page: HTMLElement,
  task: TaskDefinition<Session, Name, Event>,
  context: Omit<TaskContext, 'phaseTimes'>,
  next: () => void,
): void {
  const machine = new PhaseMachine(task.first, task.transitions, () => performance.now() / 1000)
  const session = task.begin({ ...context, phaseTimes: () => machine.times })
  const phases = Object.values<TaskDefinition<Session, Name, Event>['phases'][Name]>(task.phases)
  const frame = new TaskFrame(context.scope, page, task.title(), phases.flatMap(({ title }) => title?.() ?? []))
  const send = (event: Event) => machine.send(event)
  let phaseScope = new Scope(context.scope)
  let step: string | undefined
  const show = (name: Name) => {
    const { title, dark = false, show: showPhase } = task.phases[name]
    phaseScope.dispose()
    phaseScope = new Scope(context.scope)
    step = title?.() ?? step
    const root = frame.turnTo(name, step, dark)
    showPhase({ scope: phaseScope, root, session, send, next })
  }
  machine.on('change', show)
  show(machine.current)
}

function showNothingToDo(page: HTMLElement, title: string, scope: Scope, retry: () => void): void {
  const root = new TaskFrame(scope, page, title, []).turnTo('nothing-to-do', undefined, false)
  const look = button(scope, { name: 'look-again', label: t('empty.again'), look: 'primary', press: retry })
  root.append(message({ name: 'nothing-to-do', title: t('empty.title'), detail: t('empty.detail') }, look))
}

function showProblem(page: HTMLElement, title: string, scope: Scope, error: unknown, retry: () => void): void {
  const root = new TaskFrame(scope, page, title, []).turnTo('problem', undefined, false)
  root.append(problemMessage(scope, error, { title: t('problem.title'), retry }))
}

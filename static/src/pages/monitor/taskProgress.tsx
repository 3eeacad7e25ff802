/** How much of the campaign is done, by kind of task and language. */

import type { KindView, TaskCount } from '../../api/types'
import { NumberLink } from '../../kit/formatting/figures'
import { listAddress } from '../../annotations/filters'
import { count, percent } from '../../kit/formatting/format'
import { isMeasured, kindName } from '../../annotations/kinds'
import { useKinds } from './kindsShown'
import type { MeasureName } from './measures'
import { say } from '../../kit/messages/staffMessages'

const TASK_STATES = ['done', 'leased', 'open', 'waiting'] as const

const STATE_LABELS: Record<(typeof TASK_STATES)[number], string> = { done: say('Done'), leased: say('Leased'), open: say('Open'), waiting: say('Waiting') }

const STATE_MEANINGS: Record<(typeof TASK_STATES)[number], string> = {
  done: say('Submitted'),
  leased: say('Somebody is working on it'),
  open: say('Ready to be taken'),
  waiting: say('Waiting for its Guide annotation'),
}

export function taskTotal(task: TaskCount): number {
  return TASK_STATES.reduce((total, state) => total + task[state], 0)
}

/** The address of the annotations of these tasks; null when there are none, or when no filter selects them. */
export function doneAddress({ kind, language, pool, done }: TaskCount, measure: MeasureName, kinds: readonly KindView[]): string | null {
  if (done === 0) return null
  if (!kinds.some((each) => each.kind === kind && isMeasured(each))) return `#${kind}-title`
  return language === null ? null : listAddress({ kind, language, pool: pool ?? '' }, measure)
}

interface TaskProgressProps {
  readonly tasks: readonly TaskCount[]
  readonly measure: MeasureName
}

export function TaskProgress({ tasks, measure }: TaskProgressProps) {
  return (
    <table class="data" data-testid="tasks">
      <caption>
        <span class="visually-hidden">{say('Tasks')}</span>
      </caption>
      <thead>
        <tr>
          {[say('Task'), say('Language'), say('Pool'), say('Progress')].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          {TASK_STATES.map((state) => (
            <th key={state} scope="col" class="number" title={STATE_MEANINGS[state]}>
              <span class={`swatch swatch-${state}`} />
              {STATE_LABELS[state]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tasks.map((task) => (
          <TaskRow key={taskKey(task)} task={task} measure={measure} />
        ))}
      </tbody>
    </table>
  )
}

const taskKey = ({ kind, language, pool }: TaskCount): string => `${kind}-${language}-${pool}`

function TaskRow({ task, measure }: { readonly task: TaskCount; readonly measure: MeasureName }) {
  const total = taskTotal(task)
  return (
    <tr data-testid="tasks-row" data-key={taskKey(task)}>
      <th scope="row" class="kind">
        {kindName(task.kind)}
      </th>
      <td>{task.language ?? say('others')}</td>
      <td>{task.pool ?? say('everybody')}</td>
      <td class="progress">
        <StackedBar task={task} total={total} />
        <span class="progress-share">{percent(total === 0 ? null : task.done / total)}</span>
      </td>
      {TASK_STATES.map((state) => (
        <td key={state} class="number">
          {state === 'done' ? <DoneFigure task={task} measure={measure} /> : count(task[state])}
        </td>
      ))}
    </tr>
  )
}

function DoneFigure({ task, measure }: { readonly task: TaskCount; readonly measure: MeasureName }) {
  const address = doneAddress(task, measure, useKinds())
  return address === null ? <>{count(task.done)}</> : <NumberLink text={count(task.done)} href={address} />
}

function StackedBar({ task, total }: { readonly task: TaskCount; readonly total: number }) {
  const width = (state: (typeof TASK_STATES)[number]) => (total === 0 ? 0 : (100 * task[state]) / total)
  const before = (index: number) => TASK_STATES.slice(0, index).reduce((sum, state) => sum + width(state), 0)
  return (
    <svg class="stack" role="img" aria-label={say('{{done}} of {{n}} tasks done', { done: count(task.done), count: total })} viewBox="0 0 100 10" preserveAspectRatio="none">
      {TASK_STATES.map(
        (state, index) => width(state) > 0 && <rect key={state} class={`stack-${state}`} x={before(index).toFixed(2)} y={0} width={width(state).toFixed(2)} height={10} />,
      )}
    </svg>
  )
}

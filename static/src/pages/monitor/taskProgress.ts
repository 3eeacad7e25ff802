/** How much of the campaign is done, by kind of task and language. */

import type { TaskCount } from '../../api/types'
import { html } from '../../kit/dom/html'
import { numberLink } from '../../kit/formatting/figures'
import { listAddress } from '../../annotations/filters'
import { count, percent, plural } from '../../kit/formatting/format'
import { isWalkKind } from '../../annotations/kinds'
import type { MeasureName } from './measures'
import { svg } from '../../kit/dom/svg'

export const STATES = ['done', 'leased', 'open', 'waiting'] as const

const LABEL: Record<(typeof STATES)[number], string> = { done: 'Done', leased: 'Leased', open: 'Open', waiting: 'Waiting' }

const MEANING: Record<(typeof STATES)[number], string> = {
  done: 'Submitted',
  leased: 'Somebody is working on it',
  open: 'Can be taken',
  waiting: 'Waits for its Guide annotation',
}

export function taskTotal(task: TaskCount): number {
  return STATES.reduce((total, state) => total + task[state], 0)
}

export function taskProgress(tasks: readonly TaskCount[], measure: MeasureName): HTMLTableElement {
  const headings = STATES.map((state) =>
    html('th', { scope: 'col', class: 'number', title: MEANING[state] }, html('span', { class: `swatch swatch-${state}` }), LABEL[state]),
  )
  const names = ['Task', 'Language', 'Pool', 'Progress'].map((name) => html('th', { scope: 'col' }, name))
  return html(
    'table',
    { class: 'data', 'data-testid': 'tasks' },
    html('caption', {}, html('span', { class: 'visually-hidden' }, 'Tasks')),
    html('thead', {}, html('tr', {}, ...names, ...headings)),
    html('tbody', {}, ...tasks.map((task) => taskRow(task, measure))),
  )
}

function taskRow(task: TaskCount, measure: MeasureName): HTMLTableRowElement {
  const total = taskTotal(task)
  const share = total === 0 ? null : task.done / total
  return html(
    'tr',
    { 'data-testid': 'tasks-row', 'data-key': `${task.kind}-${task.language}-${task.pool}` },
    html('th', { scope: 'row', class: 'kind' }, task.kind),
    html('td', {}, task.language ?? 'others'),
    html('td', {}, task.pool ?? 'everybody'),
    html('td', { class: 'progress' }, stackedBar(task, total), html('span', { class: 'progress-share' }, percent(share))),
    ...STATES.map((state) => html('td', { class: 'number' }, state === 'done' ? doneFigure(task, measure) : count(task[state]))),
  )
}

function doneFigure(task: TaskCount, measure: MeasureName): Node | string {
  const address = doneAddress(task, measure)
  return address === null ? count(task.done) : numberLink(count(task.done), address)
}

/** Where the annotations are that these tasks became; null where there are none, or nothing tells them from others. */
export function doneAddress({ kind, language, pool, done }: TaskCount, measure: MeasureName): string | null {
  if (done === 0) return null
  if (!isWalkKind(kind)) return `#${kind}-title`
  return language === null ? null : listAddress({ kind, language, pool: pool ?? '' }, measure)
}

function stackedBar(task: TaskCount, total: number): SVGElement {
  const label = `${count(task.done)} of ${plural(total, 'task')} done`
  const bar = svg('svg', { class: 'stack', role: 'img', 'aria-label': label, viewBox: '0 0 100 10', preserveAspectRatio: 'none' })
  let x = 0
  for (const state of STATES) {
    const width = total === 0 ? 0 : (100 * task[state]) / total
    if (width > 0) bar.append(svg('rect', { class: `stack-${state}`, x: x.toFixed(2), y: 0, width: width.toFixed(2), height: 10 }))
    x += width
  }
  return bar
}

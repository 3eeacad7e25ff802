import type { ReviewSummary } from '../../api/types'
import { html } from '../../kit/dom/html'
import { icon } from '../../kit/dom/icons'
import type { Scope } from '../../kit/lifecycle/Scope'
import { dayAndTime } from '../../kit/formatting/format'
import { kindName } from '../../annotations/kinds'
import { isOpenTo } from './queue'

/** The queue beside the replay. What others are at is named and cannot be opened. */
export class QueueList {
  readonly element: HTMLElement
  private readonly list = html('ol', { class: 'queue-list', 'data-testid': 'queue' })
  private readonly title = html('summary', {}, html('h2', {}, 'Queue'))

  constructor(
    private readonly scope: Scope,
    private readonly open: (taskId: string) => void,
  ) {
    const wide = matchMedia('(width > 900px)').matches
    const keys = html('p', { class: 'queue-keys' }, html('kbd', {}, 'J'), ' next ', html('kbd', {}, 'K'), ' before ', html('kbd', {}, 'Z'), ' undo')
    const box = html('details', { open: wide }, this.title, this.list, keys)
    this.element = html('nav', { class: 'card queue', 'aria-label': 'Queue' }, box)
    scope.listen(this.list, 'click', ({ target }) => {
      const taskId = target instanceof Element && target.closest<HTMLElement>('[data-task]')?.dataset.task
      if (taskId) this.open(taskId)
    })
  }

  show(items: readonly ReviewSummary[], current: string | null, reviewer: number): void {
    this.list.replaceChildren(...items.map((item) => row(item, item.task_id === current, reviewer)))
    const shown = this.list.querySelector<HTMLElement>('[aria-current]')
    if (shown) this.scope.frame(() => shown.scrollIntoView({ block: 'nearest' }))
  }
}

function row(item: ReviewSummary, current: boolean, reviewer: number): HTMLElement {
  const { task_id: task, kind, number, language, submitted_at: at, flagged, claimed_by: holder, own } = item
  const name = `${kindName(kind)} ${number}`
  const note = own ? 'yours' : holder !== null && holder !== reviewer ? `with person ${holder}` : ''
  const flag = flagged ? [html('span', { class: 'queue-flag', title: 'Flagged' }, icon('flag'), html('span', { class: 'visually-hidden' }, 'flagged'))] : []
  const attributes = {
    type: 'button',
    class: 'queue-item',
    'data-task': task,
    'data-testid': 'queue-item',
    disabled: !isOpenTo(item, reviewer),
    ...(current && { 'aria-current': 'true' }),
  }
  return html(
    'li',
    {},
    html(
      'button',
      attributes,
      html('span', { class: 'queue-name' }, name, ...flag),
      html('span', { class: 'queue-detail' }, [language, dayAndTime(at), note].filter(Boolean).join(' · ')),
    ),
  )
}

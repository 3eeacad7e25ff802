import { useLayoutEffect, useRef, useState } from 'preact/hooks'

import { kindName } from '../../annotations/kinds'
import type { ReviewSummary } from '../../api/types'
import { dayAndTime } from '../../kit/formatting/format'
import { KeyHint } from '../../kit/keys/KeyHint'
import { Icon } from '../../kit/view/controls'
import { isOpenTo } from './queue'
import { hasRoomBeside } from './room'
import { say } from '../../kit/messages/staffMessages'
import { personText } from '../../people/labels'

interface QueueListProps {
  readonly items: readonly ReviewSummary[]
  /** The task whose annotation is open. */
  readonly current: string | null
  readonly reviewer: number
  readonly open: (taskId: string) => void
}

/** The queue beside the replay. Annotations that others have open are listed but cannot be opened. */
export function QueueList({ items, current, reviewer, open }: QueueListProps) {
  const list = useRef<HTMLOListElement>(null)
  const [openAtFirst] = useState(hasRoomBeside)
  useLayoutEffect(() => list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }), [items, current])
  return (
    <nav class="card queue" aria-label={say('Queue')}>
      <details open={openAtFirst}>
        <summary>
          <h2>{say('Queue')}</h2>
        </summary>
        <ol class="queue-list" data-testid="queue" ref={list}>
          {items.map((item) => (
            <QueueItem key={item.task_id} item={item} isCurrent={item.task_id === current} reviewer={reviewer} open={() => open(item.task_id)} />
          ))}
        </ol>
        <p class="queue-keys">
          <KeyHint action="nextReview" />
          {say('next')} <KeyHint action="lastReview" />
          {say('before')} <KeyHint action="undoReview" />
          {say('undo')}
        </p>
      </details>
    </nav>
  )
}

interface QueueItemProps {
  readonly item: ReviewSummary
  readonly isCurrent: boolean
  readonly reviewer: number
  readonly open: () => void
}

function QueueItem({ item, isCurrent, reviewer, open }: QueueItemProps) {
  const { task_id: task, kind, number, language, submitted_at: at, flagged, claimed_by: holder, own } = item
  const note = own ? say('yours') : holder !== null && holder !== reviewer ? say('with person {{number}}', { number: personText(holder) }) : ''
  return (
    <li>
      <button
        type="button"
        class="queue-item"
        data-task={task}
        data-testid="queue-item"
        disabled={!isOpenTo(item, reviewer)}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={open}
      >
        <span class="queue-name">
          {`${kindName(kind)} ${number}`}
          {flagged && (
            <span class="queue-flag" title={say('Flagged')}>
              <Icon name="flag" />
              <span class="visually-hidden">{say('Flagged')}</span>
            </span>
          )}
        </span>
        <span class="queue-detail">
          <bdi>{language}</bdi> · <bdi>{dayAndTime(at)}</bdi>
          {note && ` · ${note}`}
        </span>
      </button>
    </li>
  )
}

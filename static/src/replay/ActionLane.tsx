import { useMemo } from 'preact/hooks'

import type { ActionsView } from '../api/types'
import { say } from '../kit/messages/staffMessages'
import { type ActionGroup, actionMarks } from './actionGroups'

const LANE = { width: 1000, row: 8 }
const GROUPS: readonly ActionGroup[] = ['keys', 'pointer', 'player', 'page']

const countOf = (group: ActionGroup, found: number): string =>
  ({
    keys: say('keys: {{found}}', { found }),
    pointer: say('mouse or finger: {{found}}', { found }),
    player: say('player: {{found}}', { found }),
    page: say('page: {{found}}', { found }),
  })[group]

/** What the person did while the walk was recorded, above one another on the time line: a row for each group. */
export function ActionLane({ log, duration }: { readonly log: ActionsView; readonly duration: number }) {
  const marks = useMemo(() => actionMarks(log), [log])
  const x = (seconds: number) => ((duration > 0 ? seconds / duration : 0) * LANE.width).toFixed(1)
  const shown = GROUPS.flatMap((group) => {
    const found = marks.filter((mark) => mark.group === group)
    return found.length > 0 ? [{ group, found }] : []
  })
  const beside = log.actions.length - marks.length
  const height = Math.max(1, shown.length) * LANE.row
  return (
    <div class="action-lane" data-testid="action-lane">
      <svg viewBox={`0 0 ${LANE.width} ${height}`} style={{ height: `${height}px` }} preserveAspectRatio="none" aria-hidden="true">
        {shown.map(({ group, found }, row) =>
          found.map(({ time, title }, index) => (
            <line key={`${group} ${index}`} class={`action-mark action-${group}`} x1={x(time)} x2={x(time)} y1={row * LANE.row + 1} y2={(row + 1) * LANE.row - 1}>
              <title>{title}</title>
            </line>
          )),
        )}
      </svg>
      <ul class="action-legend">
        {shown.map(({ group, found }) => (
          <li key={group} class={`action-${group}`}>
            {countOf(group, found.length)}
          </li>
        ))}
        <li>{say('other lines of the log, such as those before and after the recording: {{beside}}', { beside })}</li>
      </ul>
    </div>
  )
}

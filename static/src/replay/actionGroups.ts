import type { ActionLine, ActionsView } from '../api/types'

export type ActionGroup = 'keys' | 'pointer' | 'player' | 'page'

/** An action on the time line of a replay; seconds. */
export interface ActionMark {
  readonly time: number
  readonly group: ActionGroup
  readonly title: string
}

const GROUPS: Partial<Record<ActionLine['what'], ActionGroup>> = {
  key: 'keys',
  type: 'keys',
  click: 'pointer',
  pointer: 'pointer',
  wheel: 'pointer',
  player: 'player',
  phase: 'page',
  window: 'page',
  visibility: 'page',
  end: 'page',
}

/** What was done while the answer's walk was recorded. Of a key, its press counts, of a drag, its beginning. */
export function actionMarks({ attempt, actions }: ActionsView): ActionMark[] {
  return actions.flatMap((action) => {
    const group = GROUPS[action.what]
    const isRecorded = action.recorded != null && action.attempt === attempt
    const isPart = action.state === 'move' || action.state === 'up'
    return group && isRecorded && !isPart ? [{ time: action.recorded ?? 0, group, title: titleOf(action) }] : []
  })
}

function titleOf({ what, name, on }: ActionLine): string {
  const place = on && on.name !== '' ? ` on ${on.name}` : ''
  return `${what}${name == null ? '' : ` ${name}`}${place}`
}

import type { AnnotationRow } from '../api/types'
import { say } from '../kit/messages/staffMessages'

/** How a walk ended: at the goal, elsewhere, or given up; for an imported walk it may not be known. */
export function result({ outcome, scores }: { outcome: AnnotationRow['outcome']; scores: { success: number } | null }): 'reached' | 'missed' | 'gave up' | 'not known' {
  if (outcome === 'gave_up') return 'gave up'
  if (scores === null) return 'not known'
  return scores.success >= 1 ? 'reached' : 'missed'
}

interface PillProps {
  /** The state that sets its colour. */
  readonly state: string
  readonly label?: string
  readonly title?: string
}

/** A state in a word or two. */
export function Pill({ state, label = say(state), title }: PillProps) {
  return (
    <span class={`pill pill-${state.replace(' ', '-')}`} title={title}>
      {label}
    </span>
  )
}

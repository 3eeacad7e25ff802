import type { TrainingResult } from '../api/types'
import { t } from '../kit/messages/messages'

interface Lesson {
  name: 'goal' | 'way'
  good: boolean
  text: string
}

/** nDTW at and above which a walk counts as the right way, and below which it counts as a different way. */
const SAME_WAY = 0.9
const OTHER_WAY = 0.5

/** The result of a training walk, in sentences that say what to improve. */
export function lessonsOf({ success, ne, ndtw }: Pick<TrainingResult, 'success' | 'ne' | 'ndtw'>): Lesson[] {
  const way = ndtw >= SAME_WAY ? 'good' : ndtw >= OTHER_WAY ? 'fair' : 'poor'
  return [
    { name: 'goal', good: success, text: success ? t('training.goal.good') : t('training.goal.poor', { metres: Math.round(ne) }) },
    { name: 'way', good: way === 'good', text: t(`training.way.${way}`) },
  ]
}

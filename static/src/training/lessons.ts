import type { TrainingResult } from '../api/types'
import { t } from '../kit/messages/messages'

interface Lesson {
  name: 'goal' | 'way'
  good: boolean
  text: string
}

/** nDTW from which a walk is as good as the way that was meant, and under which it was another way altogether. */
const SAME_WAY = 0.9
const OTHER_WAY = 0.5

/** What came of a training walk, in words that say what to do about it. */
export function lessonsOf({ arrived, ne, ndtw }: Pick<TrainingResult, 'arrived' | 'ne' | 'ndtw'>): Lesson[] {
  const way = ndtw >= SAME_WAY ? 'good' : ndtw >= OTHER_WAY ? 'fair' : 'poor'
  return [
    { name: 'goal', good: arrived, text: arrived ? t('training.goal.good') : t('training.goal.poor', { metres: Math.round(ne) }) },
    { name: 'way', good: way === 'good', text: t(`training.way.${way}`) },
  ]
}

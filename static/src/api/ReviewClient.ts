import { HelpClient } from './HelpClient'
import { json, queryOf } from './HttpClient'
import type {
  CorrectionRequest,
  CorrectionView,
  DecisionRequest,
  ReviewCounts,
  ReviewNotice,
  ReviewQueuePage,
  ReviewView,
} from './types'

export interface ReviewQuery {
  kind?: string
  language?: string
}

/** What reviewers decide, and what annotators are asked to correct. */
export class ReviewClient extends HelpClient {
  /** A page of the reviewers' queue: flagged first, then the oldest. */
  reviews(query: ReviewQuery & { cursor?: string; limit?: number }): Promise<ReviewQueuePage> {
    return this.read(`/review?${queryOf(query)}`)
  }

  reviewCounts(query: ReviewQuery): Promise<ReviewCounts> {
    return this.read(`/review/counts?${queryOf(query)}`)
  }

  /** Claims an annotation for this reviewer, or goes on with the claim. */
  claimReview(taskId: string): Promise<ReviewView> {
    return this.write(`/review/${taskId}/claim`, 'PUT', {})
  }

  async releaseReview(taskId: string): Promise<void> {
    await this.fetch(`/review/${taskId}/claim`, { method: 'DELETE' }, () => undefined)
  }

  /** Sends a decision. The page chooses the id, so that the decision can be repeated safely. */
  decide(taskId: string, decisionId: string, decision: DecisionRequest): Promise<ReviewView> {
    return this.write(`/review/${taskId}/decisions/${decisionId}`, 'PUT', decision)
  }

  /** The answers that this person is asked to correct, and the rejections that they have not seen yet. */
  notices(): Promise<ReviewNotice[]> {
    return this.read('/me/reviews')
  }

  async seeNotice(taskId: string, version: number): Promise<void> {
    await this.fetch(`/me/reviews/${taskId}/seen`, json('PUT', { version }), () => undefined)
  }

  correction(taskId: string): Promise<CorrectionView> {
    return this.read(`/me/reviews/${taskId}`)
  }

  async correct(taskId: string, decisionId: string, correction: CorrectionRequest): Promise<void> {
    await this.fetch(`/me/reviews/${taskId}/corrections/${decisionId}`, json('PUT', correction), () => undefined)
  }
}

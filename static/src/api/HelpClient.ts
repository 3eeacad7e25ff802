import { HttpClient } from './HttpClient'
import { readEvents } from './serverSentEvents'
import type { AnswerRequest, Hint, LearnerView, LiveReply, LiveRequest, LiveView, MomentUpdate, OwnQuestion, Question } from './types'

/** Help by the data team: questions with their answers, and live training. */
export class HelpClient extends HttpClient {
  /** This person's questions and problem reports, with the answers, newest first. */
  ownQuestions(): Promise<OwnQuestion[]> {
    return this.read('/me/questions')
  }

  /** Asks the data team. The page chooses the id, so that the question can be repeated safely. */
  ask(questionId: string, words: string): Promise<OwnQuestion> {
    return this.write(`/me/questions/${questionId}`, 'PUT', { words })
  }

  /** Asks back after the first answer, once. */
  askBack(questionId: string, words: string): Promise<OwnQuestion> {
    return this.write(`/me/questions/${questionId}/follow-up`, 'PUT', { words })
  }

  /** Tells the server that the person has read the answer. */
  readAnswer(questionId: string): Promise<OwnQuestion> {
    return this.write(`/me/questions/${questionId}/read`, 'POST', {})
  }

  /** Everybody's questions and problem reports, first those without an answer. */
  questions(): Promise<Question[]> {
    return this.read('/questions')
  }

  answer(questionId: string, answer: AnswerRequest): Promise<Question> {
    return this.write(`/questions/${questionId}/answer`, 'PUT', answer)
  }

  /** Lets the team watch this person's walk, which does not count. */
  beginLive(wanted: LiveRequest): Promise<LiveReply> {
    return this.write('/me/live', 'POST', wanted)
  }

  /** Tells what the learner does now; the answer has the hints that the page does not show yet. */
  tellLive(liveId: string, update: MomentUpdate): Promise<LiveReply> {
    return this.write(`/me/live/${liveId}`, 'PUT', update)
  }

  /** Lets nobody watch any more. */
  async endLive(): Promise<void> {
    await this.fetch('/me/live', { method: 'DELETE', keepalive: true }, () => undefined)
  }

  /** The learners who let the team watch now. */
  learners(): Promise<LearnerView[]> {
    return this.read('/live')
  }

  /** Shows what a learner does, until the answer ends; then the caller asks again. */
  watchLearner(liveId: string, signal: AbortSignal, show: (view: LiveView) => void): Promise<void> {
    return this.fetch(`/live/${liveId}/events`, { signal }, (response) => readEvents(response, (view) => show(view as LiveView)))
  }

  /** Writes to a learner. */
  giveHint(liveId: string, words: string): Promise<Hint> {
    return this.write(`/live/${liveId}/hints`, 'POST', { words })
  }
}

import { HttpClient } from './HttpClient'
import type { ExerciseAnswer, ExerciseResult, ExerciseView, LessonPart, LessonPartResult, LessonView, LessonWalk, LessonWalkResult } from './types'

/** What the server offers for a kind's lesson. Every call rejects as those of `ApiClient` do. */
export class LessonClient extends HttpClient {
  /** The lesson before the first task of a kind, and how far this person is. */
  lesson(kind: string): Promise<LessonView> {
    return this.read(`/me/lesson/${kind}`)
  }

  /** Says that an example was watched, or what is wrong in it. */
  finishPart(kind: string, part: string, answer: LessonPart): Promise<LessonPartResult> {
    return this.write(`/me/lesson/${kind}/parts/${part}`, 'POST', answer)
  }

  /** Feedback to a learner's own walk, of which the server keeps nothing. */
  judgeWalk(kind: string, walk: LessonWalk): Promise<LessonWalkResult> {
    return this.write(`/me/lesson/${kind}/walk`, 'POST', walk)
  }

  /** A page whose answers are known, and how many of them must be right. */
  exercise(kind: string): Promise<ExerciseView> {
    return this.read(`/me/exercises/${kind}`)
  }

  /** Answers an exercise; returns what is right. The server keeps nothing but the attempt. */
  finishExercise(kind: string, answer: ExerciseAnswer): Promise<ExerciseResult> {
    return this.write(`/me/exercises/${kind}`, 'POST', answer)
  }
}

import './exercise.css'

import { LessonClient } from '../../api/LessonClient'
import type { ExerciseResult, ExerciseView } from '../../api/types'
import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { Scope } from '../../kit/lifecycle/Scope'
import { problemMessage } from '../../kit/notices/message'
import { Viewer } from '../../viewer/Viewer'
import { sendAnswer } from '../parts/ending'
import { instructionSteps } from '../parts/instructions'
import type { LessonContext } from '../phases/defineTask'
import { ItemsSession } from '../landmarks/ItemsSession'
import type { LandmarkKind } from '../landmarks/kind'
import { showItems } from '../landmarks/showItems'
import type { LandmarkPage } from '../landmarks/wire'
import { Feedback } from './feedback/Feedback'
import { viewsOf } from './feedback/shownTruth'
import { loadTexts, own } from './feedback/texts'

/** What a newcomer does before the first task of a kind: a page whose answers are known, and then what is right. */
export async function showExercise<Item, Answer extends object, Kept>(context: LessonContext, kind: LandmarkKind<Item, Answer, Kept>): Promise<void> {
  await loadTexts()
  await new Exercise(context, kind).open()
}

class Exercise<Item, Answer extends object, Kept> {
  private readonly lessons: LessonClient
  private attempt: Scope
  private phase: Scope

  constructor(
    private readonly context: LessonContext,
    private readonly kind: LandmarkKind<Item, Answer, Kept>,
  ) {
    this.lessons = new LessonClient(context.client.token)
    this.attempt = new Scope(context.scope)
    this.phase = new Scope(this.attempt)
  }

  /** Begins with the exercise that is next. */
  async open(): Promise<void> {
    const { scope, kind } = this.context
    this.attempt.dispose()
    this.attempt = new Scope(scope)
    try {
      const view = await this.lessons.exercise(kind)
      if (!scope.disposed) this.introduce(view)
    } catch (error) {
      if (scope.disposed) return
      const problem = problemMessage(scope, error, { title: own('none'), retry: () => void this.open() })
      this.context.turn('problem').append(problem)
    }
  }

  private turn(phase: string, panorama = false): HTMLElement {
    this.phase.dispose()
    this.phase = new Scope(this.attempt)
    return this.context.turn(phase, panorama)
  }

  private introduce(view: ExerciseView): void {
    const { title, steps } = this.kind.texts().introduction
    const { needed, total } = view
    const root = this.turn('instructions')
    const begin = () => this.ask(view, this.sessionOf(view))
    const start = button(this.phase, { name: 'exercise-start', label: own('start'), look: 'primary', press: begin })
    const note = html('section', { class: 'message exercise-note', 'data-testid': 'exercise-note' }, html('h2', {}, own('note.title')), html('p', {}, own('note.text', { needed, total })))
    root.append(html('h1', {}, title), note, instructionSteps(steps), html('section', { class: 'ready' }, start))
  }

  private sessionOf({ scan, args, start }: ExerciseView): ItemsSession<Item, Answer, Kept> {
    return new ItemsSession(
      {
        scope: this.attempt,
        client: this.context.client,
        scan,
        page: args as unknown as LandmarkPage<Item>,
        start: { viewpointId: start.viewpoint_id, heading: start.heading, elevation: 0 },
        poster: null,
        draft: null,
        keepDraft: () => undefined,
        storageProblem: null,
        snap: null,
      },
      this.kind,
    )
  }

  private ask(view: ExerciseView, session: ItemsSession<Item, Answer, Kept>): void {
    const root = this.turn('walk', true)
    showItems({ scope: this.phase, root, session, send: () => this.send(view, session) }, this.kind)
  }

  private send(view: ExerciseView, session: ItemsSession<Item, Answer, Kept>): void {
    const root = this.turn('submit')
    let result: ExerciseResult | null = null
    const submit = async () => {
      result = await this.lessons.finishExercise(this.context.kind, { number: view.number, answer: { answers: session.sent } })
    }
    const stored = () => result && this.tell(view, session, result)
    sendAnswer(this.phase, root, { upload: null, submit, stored, back: () => this.ask(view, session), backLabel: own('back') })
  }

  private tell({ scan, start }: ExerciseView, session: ItemsSession<Item, Answer, Kept>, result: ExerciseResult): void {
    const root = this.turn('walk', true)
    const { client, next } = this.context
    const [truth, item] = [result.items[0], session.page.items[0]]
    const [first] = truth && item ? viewsOf(truth, this.kind.phrases(item)) : []
    const begin = first ?? { viewpointId: start.viewpoint_id, heading: start.heading }
    const viewer = new Viewer(html('div', { class: 'viewer' }), scan, { ...begin, loadImage: client.image, poster: null, navigable: () => session.page.reach })
    this.phase.add(() => viewer.dispose())
    new Feedback({ scope: this.phase, root, kind: this.kind, session, viewer, result, next, again: () => void this.open() })
  }
}

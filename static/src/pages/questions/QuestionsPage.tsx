import type { TeamClient } from '../../api/TeamClient'
import { ApiProblem } from '../../api/ApiProblem'
import type { Question } from '../../api/types'
import { isRefused, type Notice, problemNotice } from '../../kit/notices/notice'
import { Loading, NoticeCard } from '../../kit/notices/NoticeCard'
import { BackLink, Button } from '../../kit/view/controls'
import { drawInto } from '../../kit/view/drawing'
import { QuestionCard } from './QuestionCard'
import { say } from '../../kit/messages/staffMessages'
import { PageMenus } from '../../kit/view/PageMenus'

interface QuestionsState {
  /** Null until they have come. */
  readonly questions: readonly Question[] | null
  readonly problem: Notice | null
}

/** What annotators ask and report: first what waits for an answer, the oldest first. */
export class QuestionsPage {
  private readonly draw: ReturnType<typeof drawInto>
  private state: QuestionsState = { questions: null, problem: null }

  constructor(
    root: HTMLElement,
    private readonly client: Pick<TeamClient, 'questions' | 'answer'>,
  ) {
    this.draw = drawInto(root)
    this.change({})
  }

  async load(): Promise<void> {
    await this.attempt(say('The questions cannot be shown'), async () => this.change({ questions: await this.client.questions() }))
  }

  /** Whether the answer has arrived. Where somebody else was faster, what they said is shown. */
  private async answer({ question_id: id, messages }: Question, words: string): Promise<boolean> {
    const said = messages.length
    return this.attempt(say('The answer was not sent'), async () => {
      const answered = await this.client.answer(id, { words, said })
      this.change({ questions: this.state.questions?.map((each) => (each.question_id === id ? answered : each)) ?? null })
    })
  }

  private change(change: Partial<QuestionsState>): void {
    this.state = { ...this.state, ...change }
    this.draw(<QuestionsView state={this.state} answer={(question, words) => this.answer(question, words)} lookAgain={() => void this.load()} />)
  }

  private async attempt(title: string, act: () => Promise<void>): Promise<boolean> {
    this.change({ problem: null })
    try {
      await act()
      return true
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      if (reason.status === 409) await this.load()
      this.change({ problem: problemNotice(reason, title), ...(isRefused(reason) && { questions: null }) })
      return false
    }
  }
}

interface QuestionsViewProps {
  readonly state: QuestionsState
  readonly answer: (question: Question, words: string) => Promise<boolean>
  readonly lookAgain: () => void
}

function QuestionsView({ state: { questions, problem }, answer, lookAgain }: QuestionsViewProps) {
  const waiting = questions?.filter(({ state }) => state === 'waiting').length ?? 0
  return (
    <>
      <header class="page-head">
        <BackLink />
        <h1>{say('Questions')}</h1>
        <p role="status" data-testid="waiting">
          {questions && (waiting === 0 ? say('Nobody waits for an answer') : say('{{n}} questions without an answer', { count: waiting }))}
        </p>
        <Button name="look-again" label={say('Check again')} press={lookAgain} />
        <PageMenus />
      </header>
      <div class="page-notice" role="alert">
        {problem && <NoticeCard notice={problem} />}
      </div>
      {questions === null && problem === null && <Loading />}
      {questions?.length === 0 && <NoticeCard notice={{ name: 'no-questions', title: say('Nobody has asked anything'), detail: say('Questions and problem reports of annotators appear here.') }} />}
      <div class="questions">
        {questions?.map((question) => (
          <QuestionCard key={question.question_id} question={question} answer={(words) => answer(question, words)} />
        ))}
      </div>
    </>
  )
}

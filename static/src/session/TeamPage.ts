import { ApiProblem } from '../api/ApiProblem'
import { type Notice, problemNotice } from '../kit/notices/notice'

interface TeamState {
  /** Whether the server is being asked to do something. */
  readonly busy: boolean
  readonly problem: Notice | null
}

/** A page on which the team acts: it is drawn again with each change of its state, and says what the server refused. */
export abstract class TeamPage<State extends TeamState> {
  constructor(protected state: State) {}

  protected abstract draw(): void

  /** What changes where the server refused something. */
  protected abstract refused(problem: ApiProblem): Partial<State>

  protected change(change: Partial<State>): void {
    this.state = { ...this.state, ...change }
    this.draw()
  }

  /** Does something of which `title` says that it could not be done. */
  protected async attempt(title: string, act: () => Promise<void>): Promise<void> {
    this.change({ problem: null, busy: true } as Partial<State>)
    try {
      await act()
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      this.change({ ...this.refused(reason), problem: problemNotice(reason, title) })
    } finally {
      this.change({ busy: false } as Partial<State>)
    }
  }
}

import type { Microphone } from '../../audio/Microphone'
import { confirm } from '../../dom/confirm'
import { html } from '../../dom/html'
import { problemMessage } from '../../dom/message'
import type { PhaseContext } from '../defineTask'
import type { GuideEvent, GuideSession } from './GuideSession'
import { RecorderBar } from './RecorderBar'
import type { Take } from './Take'

type Context = PhaseContext<GuideSession, GuideEvent>

const RESTART = {
  title: 'Start over?',
  detail: 'What you have recorded so far is thrown away, and you are back at the start of the path.',
  yes: 'Start over',
  no: 'Keep it',
  danger: true,
}
const NOT_AT_GOAL = {
  title: 'You are not at the goal yet',
  detail: 'The path ends at the red ring. If you stop here, somebody who follows your words will not get there.',
  yes: 'Stop here anyway',
  no: 'Go on recording',
}

export function showRecord(context: Context): void {
  const { microphone } = context.session
  if (!microphone) throw new Error('The record phase needs a microphone.')
  new RecordPhase(context, microphone)
}

/** The walk along the path, and the controls of its recording. */
class RecordPhase {
  private take: Take
  private readonly bar: RecorderBar
  private readonly problem = html('div', { class: 'floating' })

  constructor(
    private readonly context: Context,
    private readonly microphone: Microphone,
  ) {
    const { scope, root, session } = context
    this.bar = new RecorderBar(scope, microphone, {
      record: () => void this.record(),
      pause: () => void this.take.pause(),
      restart: () => void this.restart(),
      done: () => void this.finish(),
    })
    root.append(session.viewerElement, this.problem, this.bar.element)
    session.viewer.showPath(session.path)
    this.take = this.begin()
    scope.add(microphone.on('ended', () => void this.lose()))
  }

  private begin(): Take {
    const { scope, session } = this.context
    const take = session.startOver(this.microphone)
    this.bar.follow(take)
    for (const queue of [take.upload.voice, take.upload.pose]) {
      scope.add(queue.on('problem', (error) => this.tell('Your recording cannot be saved', error, () => take.upload.retry())))
    }
    void session.viewer.ready.then(() => this.welcome(take))
    return take
  }

  private async welcome(take: Take): Promise<void> {
    try {
      await take.goToStart()
      this.bar.enable()
    } catch (error) {
      this.tell('The start of the path cannot be shown', error, () => void this.welcome(take))
    }
  }

  private async record(): Promise<void> {
    this.context.session.viewerElement.focus()
    try {
      await this.take.record()
    } catch (error) {
      this.tell('The recording could not begin', error, () => void this.record())
    }
  }

  private async restart(): Promise<void> {
    await this.take.pause()
    if (await confirm(this.context.scope, RESTART)) this.take = this.begin()
  }

  private async finish(): Promise<void> {
    await this.take.pause()
    if (this.take.reachedGoal || (await confirm(this.context.scope, NOT_AT_GOAL))) this.context.send('record-done')
  }

  private async lose(): Promise<void> {
    await this.take.pause()
    const error = new Error('Your microphone has gone away. What you have said is kept.')
    const remedy = 'Finish with what you have; or plug it in again, reload this page and start over.'
    this.tell('The recording has paused', Object.assign(error, { remedy }))
  }

  private tell(title: string, error: unknown, retry?: () => void): void {
    const again = () => {
      this.problem.replaceChildren()
      retry?.()
    }
    const options = retry ? { title, retry: again } : { title }
    this.problem.replaceChildren(problemMessage(this.context.scope, error, options))
  }
}

import { html } from '../../kit/dom/html'
import { clock } from '../../kit/formatting/format'
import type { PhaseContext } from '../phases/defineTask'
import type { GuideEvent, GuideSession } from '../voiceWalk/GuideSession'
import type { Recording } from '../../recording/Recording'
import { own } from './messages/own'

interface TourArgs {
  prompt: string
  min_seconds: number
}

type TourContext = PhaseContext<GuideSession, GuideEvent>

export const tourArgs = (session: GuideSession): TourArgs => session.args as unknown as TourArgs

/** What to talk about, over the picture. */
export function beside({ session }: TourContext): HTMLElement {
  const { prompt, min_seconds: seconds } = tourArgs(session)
  const least = own('record.least', { time: clock(seconds) })
  return html('aside', { class: 'tour-prompt', 'data-testid': 'tour-prompt' }, html('p', {}, prompt || own('record.free')), html('p', { class: 'hint' }, least))
}

/** A tour may end when it has lasted long enough. */
export function mayFinish({ session }: TourContext) {
  return (recording: Recording, tell: (title: string, detail: string) => void): Promise<boolean> => {
    const { min_seconds: seconds } = tourArgs(session)
    const enough = recording.recorded >= seconds
    if (!enough) tell(own('record.short'), own('record.goOn', { time: clock(recording.recorded), least: clock(seconds) }))
    return Promise.resolve(enough)
  }
}

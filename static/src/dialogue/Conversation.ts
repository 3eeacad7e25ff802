import { Emitter } from '../kit/lifecycle/Emitter'
import type { Scope } from '../kit/lifecycle/Scope'
import type { PairingLine } from './PairingLine'

/** A text that one of the two typed. `time`: seconds of this person's recording; null while nothing was recorded. */
export interface TypedText {
  readonly role: string
  readonly time: number | null
  readonly words: string
}

/** The texts of both, as they were shown: one's own when they come back, which tells that they were passed on. */
export class Conversation extends Emitter<{ text: TypedText }> {
  /** `timeAt` says what time a moment (`performance.now()`) is in the recording. */
  constructor(
    scope: Scope,
    line: Pick<PairingLine, 'on'>,
    readonly texts: TypedText[],
    timeAt: (moment: number) => number | null,
  ) {
    super()
    scope.add(
      line.on('text', ({ role, words }) => {
        const text = { role, time: timeAt(performance.now()), words }
        this.texts.push(text)
        this.emit('text', text)
      }),
    )
  }
}

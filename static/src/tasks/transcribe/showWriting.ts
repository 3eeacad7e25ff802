import { confirm } from '../../kit/dom/confirm'
import { html } from '../../kit/dom/html'
import { readyToType } from '../../kit/keys/submitKey'
import { t } from '../../kit/messages/messages'
import { PlayerKeys } from '../../player/PlayerKeys'
import { doubts, wordCount } from '../voiceWalk/doubts'
import { voiceIn, type WritingContext, writingActions, writingField } from '../writing/desk'
import { own } from './messages/own'

/** The voice, and below it the field for what is heard. */
export function showWriting(context: WritingContext): void {
  const { scope, root, session } = context
  const desk = html('section', { class: 'transcribe' }, html('h1', {}, own('write.title')))
  root.append(desk)
  const player = voiceIn(context, desk, t('walk.unplayable'))
  desk.append(new PlayerKeys(scope).element, writingField(context, own('write.placeholder')), writingActions(context, askIfDoubtful))
  readyToType(desk.querySelector('textarea'))

  function askIfDoubtful(): Promise<boolean> {
    const { transcript, args } = session
    const seconds = args.voice_duration ?? 0
    const { voicedSeconds, heardShare } = player ?? { voicedSeconds: 0, heardShare: 0 }
    const found = doubts({ seconds, voicedSeconds, heardShare, transcript, reachedGoal: true })
    const { title, yes, no, brief, unheard } = own('doubt', { seconds: Math.round(seconds), words: wordCount(transcript) })
    const detail = [...(found.includes('brief') ? [brief] : []), ...(found.includes('unheard') ? [unheard] : [])]
    return detail.length === 0 ? Promise.resolve(true) : confirm(scope, { title, detail, yes, no, harmful: true })
  }
}

import { confirm } from '../../kit/dom/confirm'
import { t } from '../../kit/messages/messages'
import type { Recording } from '../../recording/Recording'
import type { PhaseContext } from '../phases/defineTask'
import type { GuideEvent, GuideSession } from '../voiceWalk/GuideSession'
import { recordWalk } from '../voiceWalk/showRecord'
import type { HintRules } from './hints/HintWatch'
import { Hints } from './hints/Hints'

/** A Guide's walk along the path, with hints while they speak. */
export function showRecord(context: PhaseContext<GuideSession, GuideEvent>): void {
  const { scope, session } = context
  const hints = new Hints(scope, session.viewer, session.args.hints as HintRules, session.path.at(-1))
  const mayFinish = (recording: Recording) =>
    recording.reachedGoal ? Promise.resolve(true) : confirm(scope, { ...t('record.notAtGoal', { returnObjects: true }), harmful: true })
  recordWalk(context, {
    mayFinish,
    beside: hints.element,
    accompany: (stretch, recording, microphone) => hints.watch(stretch, recording, microphone),
  })
}

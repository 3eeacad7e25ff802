import type { PhaseContext } from '../phases/defineTask'
import type { GuideEvent, GuideSession } from '../voiceWalk/GuideSession'
import { writeTranscript } from '../voiceWalk/showTranscribe'
import { showDraft } from './drafting/showDraft'

/** What a Guide said, in writing; from a recogniser's draft where the campaign gives one. */
export function showTranscribe(context: PhaseContext<GuideSession, GuideEvent>): void {
  const { scope, session } = context
  const drafts = session.args.drafts === true
  writeTranscript(context, drafts ? (field, player, recording) => showDraft(scope, session, field, player, recording) : undefined)
}

import { DialoguePanel } from '../../dialogue/DialoguePanel'
import { confirm } from '../../kit/dom/confirm'
import { t } from '../../kit/messages/messages'
import type { PhaseContext } from '../phases/defineTask'
import { recordWalk } from '../voiceWalk/showRecord'
import type { DialogueEvent, DialogueSession } from './DialogueSession'
import { LiveTalk } from './LiveTalk'
import { wanted } from './showInstructions'
import { whenOver } from './whenOver'

export type TalkContext = PhaseContext<DialogueSession, DialogueEvent>
type Tell = (title: string, detail: string) => void

/** What a kind makes of the talk, for the person whose page it is. */
export interface TalkParts {
  /** What they should know all the time, above the texts. */
  hints: readonly Node[]
  /** Lays a map over the viewer, or shows something in its place. */
  offerMap: () => void
  /** Of who ends it: whether they may now; it says why not. */
  mayEnd?: (tell: Tell) => boolean
  /** Of who ends it: what they are asked before. */
  ask?: () => { title: string; detail: string; yes: string; no: string }
}

/** How long a partner may be gone before the other one need not wait any more, as the server counts it. */
const GONE_SECONDS = 120

/** Both talk; each is recorded on their own page. */
export function showTalk(context: TalkContext, partsOf: (context: TalkContext) => TalkParts): void {
  const { scope, session } = context
  const { walk, line, conversation, seat } = session
  const live = new LiveTalk(scope, line, { polite: !seat.ends, pushes: session.args.speaking === 'push', iceServers: seat.ice_servers, link: session.link })
  const parts = partsOf(context)
  const panel = new DialoguePanel(scope, line, conversation, seat.role, [...wanted(session), ...parts.hints, live.element])
  recordWalk(
    { ...context, session: walk },
    {
      beside: panel.element,
      accompany: (...stretch) => void live.follow(...stretch),
      mayFinish: (_recording, tell) => mayFinish(context, parts, tell),
      once: { hints: 'dialogue.hints', offerMap: parts.offerMap, endWith: (end) => endWithPartner(context, end) },
    },
  )
}

/** Where the other one ends it, this recording ends as well; who had not begun one has nothing to hand in. */
function endWithPartner({ scope, session, send }: TalkContext, end: () => void): void {
  whenOver(scope, session.line, () => {
    if ((session.walk.recording?.recorded ?? 0) > 0) end()
    else send('missed')
  })
}

/** Only the one who is to end the dialogue may, until their partner has been gone for long. */
async function mayFinish({ scope, session }: TalkContext, { mayEnd, ask }: TalkParts, tell: Tell): Promise<boolean> {
  const { line, ends } = session
  if (line.now?.state === 'ended') return true
  const deserted = isDeserted(session)
  if (!ends && !deserted) {
    const { title, detail } = t('dialogue.partnerEnds', { returnObjects: true })
    tell(title, detail)
    return false
  }
  if (ends && !deserted && mayEnd && !mayEnd(tell)) return false
  const arrived = ask ?? (() => t('dialogue.arrived', { returnObjects: true }))
  const yes = await confirm(scope, { ...(ends ? arrived() : t('dialogue.alone', { returnObjects: true })), harmful: true })
  if (yes) line.end()
  return yes
}

const isDeserted = ({ line }: DialogueSession): boolean => line.state === 'joined' && (line.awaySeconds ?? 0) > GONE_SECONDS

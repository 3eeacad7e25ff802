import { DialoguePanel } from '../../dialogue/DialoguePanel'
import { partnerOnMap } from '../../dialogue/partnerOnMap'
import { PartnerPicture } from '../../dialogue/PartnerPicture'
import { tellCamera } from '../../dialogue/tellCamera'
import { confirm } from '../../kit/dom/confirm'
import { html } from '../../kit/dom/html'
import { t } from '../../kit/messages/messages'
import { MapPanel } from '../../map/MapPanel'
import { offerMap } from '../parts/taskMap'
import type { PhaseContext } from '../phases/defineTask'
import { recordWalk } from '../voiceWalk/showRecord'
import type { DialogueEvent, DialogueSession } from './DialogueSession'
import { LiveTalk } from './LiveTalk'
import { wanted } from './showInstructions'
import { whenOver } from './whenOver'

type TalkContext = PhaseContext<DialogueSession, DialogueEvent>

/** What a kind shows of its own while both talk. */
export type Beside = (context: TalkContext) => readonly Node[]

/** How long a partner may be gone before the other one need not wait any more, as the server counts it. */
const GONE_SECONDS = 120

/** Both walk and talk; each is recorded on their own page. */
export function showTalk(context: TalkContext, beside: Beside = () => []): void {
  const { scope, session } = context
  const { walk, line, conversation, seat } = session
  const live = new LiveTalk(scope, line, { polite: !seat.ends, pushes: session.args.speaking === 'push', iceServers: seat.ice_servers })
  const panel = new DialoguePanel(scope, line, conversation, seat.role, [...wanted(session), ...beside(context), ...seen(session), live.element])
  if (seat.watched) tellCamera(scope, walk.viewer, line)
  if (seat.watches) showPartner(context)
  recordWalk(
    { ...context, session: walk },
    {
      beside: panel.element,
      accompany: (...stretch) => void live.follow(...stretch),
      mayFinish: (_recording, tell) => mayFinish(context, tell),
      once: { hints: 'dialogue.hints', offerMap: () => offerOwnMap(context), endWith: (end) => endWithPartner(context, end) },
    },
  )
}

/** What is seen of who is watched: both should know. */
function seen({ seat, args: { partner_view: view } }: DialogueSession): HTMLElement[] {
  const told = [...(seat.watches ? [t(`dialogue.seen.watches.${view}`)] : []), ...(seat.watched ? [t(`dialogue.seen.watched.${view}`)] : [])]
  return told.map((words) => html('p', { class: 'hint', 'data-testid': 'seen' }, words))
}

function showPartner({ scope, session }: TalkContext): void {
  const { walk, line, args } = session
  if (args.partner_view !== 'camera') return
  const { viewer, client } = walk
  viewer.container.append(new PartnerPicture(scope, viewer.scan, line, { loadImage: client.image }).element)
}

/** Who sees their partner or knows the goal has a map to see it on, whatever the campaign lets others have. */
function offerOwnMap(context: TalkContext): void {
  const { scope, aids, session } = context
  const { walk, line, args } = session
  const { viewer, path } = walk
  const seesPartner = session.seat.watches && args.partner_view !== 'none'
  if (!seesPartner && !args.goal) return offerMap(context, viewer, path.length > 1 ? path : [])
  aids.offerMap()
  const { marks } = new MapPanel(scope, viewer, path.length > 1 ? path : [], aids.watchMap, { whole: true, open: true })
  const goal = viewer.scan.viewpoints.find(({ viewpoint_id: id }) => id === args.goal)
  if (goal) {
    const [x, y, z] = goal.position
    marks.showRing('goal', { x, y, z })
  }
  if (seesPartner) partnerOnMap(scope, marks, viewer.scan, line)
}

/** Where the other one ends it, this recording ends as well; who had not begun one has nothing to hand in. */
function endWithPartner({ scope, session, send }: TalkContext, end: () => void): void {
  whenOver(scope, session.line, () => {
    if ((session.walk.recording?.recorded ?? 0) > 0) end()
    else send('missed')
  })
}

/** Only the one who is to end the dialogue may, until their partner has been gone for long. */
async function mayFinish({ scope, session }: TalkContext, tell: (title: string, detail: string) => void): Promise<boolean> {
  const { line } = session
  if (line.now?.state === 'ended') return true
  if (!session.ends && !isDeserted(session)) {
    const { title, detail } = t('dialogue.partnerEnds', { returnObjects: true })
    tell(title, detail)
    return false
  }
  const yes = await confirm(scope, { ...t(session.ends ? 'dialogue.arrived' : 'dialogue.alone', { returnObjects: true }), harmful: true })
  if (yes) line.end()
  return yes
}

const isDeserted = ({ line }: DialogueSession): boolean => line.state === 'joined' && (line.awaySeconds ?? 0) > GONE_SECONDS

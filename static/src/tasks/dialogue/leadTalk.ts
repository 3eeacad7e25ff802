import { partnerOnMap } from '../../dialogue/partnerOnMap'
import { PartnerPicture } from '../../dialogue/PartnerPicture'
import { tellCamera } from '../../dialogue/tellCamera'
import { html } from '../../kit/dom/html'
import { t } from '../../kit/messages/messages'
import { MapPanel } from '../../map/MapPanel'
import { offerMap } from '../parts/taskMap'
import type { DialogueSession, TalkArgs } from './DialogueSession'
import type { TalkContext, TalkParts } from './showTalk'

/** The seats of our kinds: who knows where to go, and who walks there and ends the talk. */
export type LeadRole = 'oracle' | 'navigator'

/** What a lease asks for; all but the first is kept from who is led. */
interface LeadArgs extends TalkArgs {
  /** What is seen of who is watched. */
  partner_view: 'none' | 'position' | 'camera'
  path: readonly string[] | null
  goal: string | null
}

const argsOf = ({ args }: DialogueSession): LeadArgs => args as LeadArgs

/** The talk of kinds in which both walk and only one of them knows where to go. */
export function leadTalk(context: TalkContext): TalkParts {
  const { scope, session } = context
  const { seat, walk, line } = session
  if (seat.watched) tellCamera(scope, walk.viewer, line)
  if (seat.watches) showPartner(context)
  return { hints: seen(session), offerMap: () => offerOwnMap(context) }
}

/** What is seen of who is watched: both should know. */
function seen(session: DialogueSession): HTMLElement[] {
  const { watches, watched } = session.seat
  const view = argsOf(session).partner_view
  const told = [...(watches ? [t(`dialogue.seen.watches.${view}`)] : []), ...(watched ? [t(`dialogue.seen.watched.${view}`)] : [])]
  return told.map((words) => html('p', { class: 'hint', 'data-testid': 'seen' }, words))
}

function showPartner({ scope, session }: TalkContext): void {
  const { viewer, client } = session.walk
  if (argsOf(session).partner_view !== 'camera') return
  viewer.container.append(new PartnerPicture(scope, viewer.scan, session.line, { loadImage: client.image }).element)
}

/** Who sees their partner or knows the goal has a map to see it on, whatever the campaign lets others have. */
function offerOwnMap(context: TalkContext): void {
  const { scope, aids, session } = context
  const { viewer, path } = session.walk
  const { partner_view: view, goal: goalId } = argsOf(session)
  const seesPartner = session.seat.watches && view !== 'none'
  if (!seesPartner && !goalId) return offerMap(context, viewer, path.length > 1 ? path : [])
  aids.offerMap()
  const { marks } = new MapPanel(scope, viewer, path.length > 1 ? path : [], aids.watchMap, { whole: true, open: true })
  const goal = viewer.scan.viewpoints.find(({ viewpoint_id: id }) => id === goalId)
  if (goal) {
    const [x, y, z] = goal.position
    marks.showRing('goal', { x, y, z })
  }
  if (seesPartner) partnerOnMap(scope, marks, viewer.scan, session.line)
}

import { confirm } from '../kit/dom/confirm'
import { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'

export interface Whose {
  readonly annotator_id: number
}

/**
 * Whether this browser may become another person's: `me` is who it is signed in as now, if anybody, and `other` whom an
 * address wants it to be, null when that session is over. Only the person in front of it can say so; Escape means no.
 */
export async function mayBecome(me: Whose | null, other: Whose | null): Promise<boolean> {
  if (other === null) return me === null
  if (me?.annotator_id === other.annotator_id) return true
  const numbers = { me: me?.annotator_id, other: other.annotator_id }
  const { title, detail, yes, no } = t(me === null ? 'signIn.handed' : 'signIn.become', { returnObjects: true, ...numbers })
  return confirm(new Scope(), { title, detail, yes, no, harmful: true })
}

/** The same for whoever a platform sends, whose number nobody knows yet. */
export async function mayArrive(me: Whose | null, worker: string): Promise<boolean> {
  if (me === null) return true
  const { title, detail, yes, no } = t('signIn.arrive', { returnObjects: true, me: me.annotator_id, worker })
  return confirm(new Scope(), { title, detail, yes, no, harmful: true })
}

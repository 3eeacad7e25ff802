import { EquipmentCheck } from '../../equipment/EquipmentCheck'
import { html } from '../../kit/dom/html'
import { personalLink } from '../../kit/identity/kept'
import type { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import { prefer, preference } from '../../kit/preferences/preferences'
import { sendAnswer } from '../parts/ending'
import type { PhaseContext } from '../phases/defineTask'
import type { GuideEvent, GuideSession } from './GuideSession'

const PASSED_PREFERENCE = 'equipment-passed'
/** A check holds for a working day. */
const HOLDS_MILLISECONDS = 12 * 3600 * 1000

/** Has the person's equipment checked, unless it passed not long ago and the microphone is still allowed. */
export async function checkEquipment(parent: Scope, root: HTMLElement): Promise<void> {
  if (passedLately() && (await isMicrophoneAllowed())) return
  await new Promise<void>((resolve) => {
    const check = new EquipmentCheck(parent, personalLink(), resolve)
    root.append(html('h1', {}, t('equipment.title')), html('p', { class: 'lead' }, t('equipment.detail')), check.element)
  })
  prefer(PASSED_PREFERENCE, String(Date.now()))
}

const passedLately = (): boolean => Date.now() - Number(preference(PASSED_PREFERENCE) ?? 0) < HOLDS_MILLISECONDS

/** Where the browser does not tell, the check is made again. */
async function isMicrophoneAllowed(): Promise<boolean> {
  const asked = await navigator.permissions.query({ name: 'microphone' }).catch(() => null)
  return asked?.state === 'granted'
}

export function showSubmit({ scope, root, session, send }: PhaseContext<GuideSession, GuideEvent>): void {
  const { recording } = session
  if (!recording) throw new Error('The submit phase needs a recording.')
  sendAnswer(scope, root, {
    upload: recording.upload,
    submit: () => session.submit(recording),
    stored: () => send('stored'),
    back: () => send('back'),
    backLabel: t('write.back'),
  })
}

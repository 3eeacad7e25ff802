import { html } from '../kit/dom/html'
import { type Icon, icon } from '../kit/dom/icons'
import { clock } from '../kit/formatting/format'
import type { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import type { PairingLine } from './PairingLine'

type WatchedLine = Pick<PairingLine, 'on' | 'state' | 'now' | 'awaySeconds'>
type Presence = 'joining' | 'lost' | 'waiting' | 'here' | 'away' | 'ended'

const ICONS: Readonly<Record<Presence, Icon>> = { joining: 'clock', lost: 'restart', waiting: 'clock', here: 'person', away: 'pause', ended: 'check' }

/** Says whether the partner is there. */
export class PartnerStatus {
  readonly element = html('div', { class: 'partner-status', 'data-testid': 'partner-status' })
  private readonly sign = html('span', { class: 'partner-sign' })
  private readonly told = html('p', { role: 'status', 'data-testid': 'partner-told' })
  /** Not in what is read aloud, which would be every second. */
  private readonly seconds = html('span', { class: 'partner-away', 'data-testid': 'partner-away' })

  constructor(
    scope: Scope,
    private readonly line: WatchedLine,
  ) {
    this.element.append(this.sign, this.told, this.seconds)
    scope.add(line.on('state', () => this.show()))
    scope.add(line.on('now', () => this.show()))
    scope.every(1, () => this.count())
    this.show()
  }

  private show(): void {
    const presence = presenceOf(this.line)
    this.count()
    if (this.element.dataset.presence === presence) return
    this.element.dataset.presence = presence
    this.sign.replaceChildren(icon(ICONS[presence]))
    this.told.textContent = t(`dialogue.partner.${presence}`)
  }

  private count(): void {
    const { awaySeconds } = this.line
    this.seconds.textContent = presenceOf(this.line) === 'away' && awaySeconds !== null ? clock(awaySeconds) : ''
  }
}

function presenceOf({ state, now }: WatchedLine): Presence {
  if (now?.state === 'ended') return 'ended'
  if (state === 'joining' || now === null) return 'joining'
  if (state !== 'joined') return 'lost'
  return now.partner === 'none' ? 'waiting' : now.partner
}

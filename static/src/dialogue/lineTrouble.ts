import { html } from '../kit/dom/html'
import { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { problemMessage } from '../kit/notices/message'
import type { PairingLine } from './PairingLine'

type WatchedLine = Pick<PairingLine, 'on' | 'state' | 'refusal' | 'rejoin'>

/** Says why the line stays closed, with a button that tries again; empty while it does not. */
export function lineTrouble(parent: Scope, line: WatchedLine): HTMLElement {
  const element = html('div', { class: 'line-trouble' })
  let shown = new Scope(parent)

  const show = (): void => {
    shown.dispose()
    shown = new Scope(parent)
    const error = troubleOf(line)
    element.replaceChildren(...(error ? [problemMessage(shown, error, { title: t('dialogue.refused'), retry: () => line.rejoin() })] : []))
  }
  parent.add(line.on('state', show))
  show()
  return element
}

function troubleOf({ state, refusal }: WatchedLine): Error | null {
  const { detail, remedy } = t('dialogue.replaced', { returnObjects: true })
  if (state === 'replaced') return Object.assign(new Error(detail), { remedy })
  return state === 'refused' ? (refusal ?? Object.assign(new Error(t('dialogue.unknownRefusal')), { remedy: t('reload') })) : null
}

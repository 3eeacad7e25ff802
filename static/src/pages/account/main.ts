import './account.css'

import { ApiClient } from '../../api/ApiClient'
import type { SignInView } from '../../api/types'
import { button } from '../../kit/dom/button'
import { confirm } from '../../kit/dom/confirm'
import { html } from '../../kit/dom/html'
import { TaskFrame } from '../../kit/frame/TaskFrame'
import { withinTime } from '../../kit/identity/durable'
import { forgetSession, keepForLink, keepSession, newToken } from '../../kit/identity/kept'
import { Scope } from '../../kit/lifecycle/Scope'
import { chosenLanguage } from '../../kit/messages/interfaceLanguage'
import { openMessages, t } from '../../kit/messages/messages'
import { message } from '../../kit/notices/message'
import { consentText } from '../../session/askConsent'
import { ownWorkLink, showRefusal, signInMessage } from '../../session/enter'
import { openSession } from '../../session/openSession'
import { IndexedDbStore } from '../../storage/IndexedDbStore'
import { beginOidc, ourPage, type Proof, returnFromOidc } from './oidc'

/** Shows people their account, what they agreed to, and how to sign out or withdraw; others are asked to sign in. */
class AccountPage {
  private readonly scope = new Scope()

  constructor(private readonly page: HTMLElement) {}

  async open(): Promise<void> {
    await openMessages()
    try {
      const way = await new ApiClient(null).signIn()
      const proof = returnFromOidc()
      if (proof) await this.comeIn(proof)
      else if (way.mode === 'links') await this.showMine(await openSession())
      else await this.showMineOr(way)
    } catch (error) {
      showRefusal(this.page, t('account.title'), error, () => location.reload())
    }
  }

  private async showMineOr(way: SignInView): Promise<void> {
    const link = new URLSearchParams(location.hash.slice(1)).get('token')
    const back = new URLSearchParams(location.search).get('back')
    const session = link === null && back === null ? await openSession() : null
    if (session !== null) await this.showMine(session)
    else this.showSignIn(way, { link, back: ourPage(back ?? location.pathname) })
  }

  private async showMine(session: string | null): Promise<void> {
    if (session === null) {
      this.turnTo('sign-in').append(signInMessage('noLink'))
      return
    }
    const client = new ApiClient(session)
    const me = await client.me()
    const consent = await client.consent(chosenLanguage())
    const root = this.turnTo('account')
    const leave = button(this.scope, { name: 'sign-out', label: t('account.signOut'), press: () => void this.signOut(client, session) })
    root.append(
      html('h1', {}, t('account.title')),
      html('p', {}, t('account.who', { number: me.annotator_id })),
      ...(consent?.agreed_at ? [html('section', { class: 'consent' }, html('h2', {}, t('account.agreed')), consentText(consent))] : []),
      ...(me.role === 'annotator' ? [html('p', {}, ownWorkLink()), this.withdrawal(client, session)] : []),
      html('section', { class: 'account-part' }, html('p', { class: 'hint' }, t('account.signOutDetail')), leave),
    )
  }

  private withdrawal(client: ApiClient, session: string): HTMLElement {
    const press = () => void this.withdraw(client, session)
    const points = t('account.withdrawPoints', { returnObjects: true })
    return html(
      'section',
      { class: 'account-part' },
      html('h2', {}, t('account.withdraw')),
      html('ul', {}, ...Object.values(points).map((point) => html('li', {}, point))),
      button(this.scope, { name: 'withdraw', label: t('account.withdraw'), look: 'danger', press }),
    )
  }

  private async withdraw(client: ApiClient, session: string): Promise<void> {
    const { title, detail, yes, no } = t('account.confirm', { returnObjects: true })
    if (!(await confirm(this.scope, { title, detail, yes, no, harmful: true }))) return
    try {
      await client.withdraw()
      await emptyDevice()
      await forgetSession(session)
      const done = t('account.withdrawn', { returnObjects: true })
      this.turnTo('withdrawn').append(message({ name: 'withdrawn', tone: 'good', ...done }))
    } catch (error) {
      showRefusal(this.page, t('account.title'), error, () => location.reload())
    }
  }

  private async signOut(client: ApiClient, session: string): Promise<void> {
    await client.signOut().catch(() => undefined)
    await forgetSession(session)
    location.reload()
  }

  private showSignIn(way: SignInView, then: Return): void {
    const root = this.turnTo('sign-in')
    const press = () => void this.signIn(way, then, root)
    const label = way.mode === 'firebase' ? t('signIn.google') : t('signIn.account')
    const { title, detail } = t('signIn.needed', { returnObjects: true })
    root.append(message({ name: 'sign-in-needed', title, detail }, button(this.scope, { name: 'sign-in', label, look: 'primary', press })))
  }

  private async signIn(way: SignInView, then: Return, root: HTMLElement): Promise<void> {
    try {
      if (way.oidc) await beginOidc(way.oidc, then)
      if (!way.firebase) return
      const { googleIdToken } = await import('./firebase')
      await this.comeIn({ ...then, id_token: await googleIdToken(way.firebase) })
    } catch (error) {
      if (root.isConnected) showRefusal(this.page, t('account.title'), error, () => location.reload())
    }
  }

  private async comeIn({ link, back, ...proof }: Proof): Promise<void> {
    const session = newToken()
    if (link !== null) await keepForLink(link, session)
    await new ApiClient(null).openSession({ session, ...(link !== null && { invite: link }), ...proof })
    await keepSession(session)
    location.replace(back)
  }

  private turnTo(phase: string): HTMLElement {
    return new TaskFrame(this.scope, this.page, t('account.title'), []).turnTo(phase, undefined, false)
  }
}

interface Return {
  link: string | null
  back: string
}

/** Removes unfinished work from this device too. */
async function emptyDevice(): Promise<void> {
  await withinTime(IndexedDbStore.empty()).catch(() => undefined)
}

const page = document.querySelector<HTMLElement>('#page')
if (page) void new AccountPage(page).open()

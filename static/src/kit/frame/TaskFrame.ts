import { html } from '../dom/html'
import { keptSession, personalLink } from '../identity/kept'
import { onUnread } from '../identity/unread'
import { onWhose } from '../identity/whose'
import type { Scope } from '../lifecycle/Scope'
import { chooseLanguage, chosenLanguage, INTERFACE_LANGUAGES, type InterfaceLanguage } from '../messages/interfaceLanguage'
import { t } from '../messages/messages'

/** A task page's constant parts: its head with the progress, and the place where the phase shows itself. */
export class TaskFrame {
  private readonly steps = html('ol', { class: 'steps', 'aria-label': t('progress') })
  private readonly body = html('div', { class: 'task-body' })

  constructor(
    scope: Scope,
    private readonly page: HTMLElement,
    title: string,
    private readonly titles: readonly string[],
  ) {
    const brand = html('p', { class: 'brand' }, html('strong', {}, 'PanGEA'), ` ${title}`)
    const mine = html('a', { class: 'account-link', href: personalLink('/account'), target: '_blank', rel: 'noopener', 'data-testid': 'account' }, t('account.link'))
    const whose = html('span', { class: 'whose', 'data-testid': 'whose' })
    onWhose(scope, (number) => whose.replaceChildren(t('account.person', { number })))
    const menus = html('div', { class: 'head-menus' }, answersLink(scope), whose, ...(keptSession() === null || location.pathname === '/account' ? [] : [mine]), languageMenu(scope))
    page.replaceChildren(html('header', { class: 'task-head' }, brand, this.steps, menus), this.body)
  }

  /** Empties the page for a phase; `step` is the title that is current. */
  turnTo(phase: string, step: string | undefined, dark: boolean): HTMLElement {
    this.page.dataset.phase = phase
    document.documentElement.classList.toggle('dark', dark)
    const current = step === undefined ? -1 : this.titles.indexOf(step)
    this.steps.replaceChildren(...this.titles.map((title, index) => stepItem(title, index, current)))
    const root = html('div', { class: `phase phase-${phase}`, tabindex: -1 })
    this.body.replaceChildren(root)
    scrollTo(0, 0)
    root.focus({ preventScroll: true })
    return root
  }
}

function stepItem(title: string, index: number, current: number): HTMLLIElement {
  const item = html('li', { class: index < current ? 'step step-past' : 'step' }, html('span', {}, title))
  if (index === current) item.setAttribute('aria-current', 'step')
  return item
}

/** A quiet link to what the data team has answered; nothing where everything was read. */
function answersLink(scope: Scope): HTMLElement {
  const place = html('span', { role: 'status' })
  onUnread(scope, (count) => {
    const link = html('a', { class: 'answers-link', href: personalLink('/me'), target: '_blank', rel: 'noopener', 'data-testid': 'answers' }, t('questions.unread', { count }))
    place.replaceChildren(...(count > 0 ? [link] : []))
  })
  return place
}

/** A menu of the interface's languages. */
function languageMenu(scope: Scope): HTMLElement {
  const names = Object.entries(INTERFACE_LANGUAGES)
  const options = names.map(([language, name]) =>
    html('option', { value: language, lang: language, selected: language === chosenLanguage() }, name),
  )
  const label = t('language.label')
  const menu = html('select', { class: 'select language-menu', 'aria-label': label, title: label, 'data-testid': 'interface-language' })
  menu.append(...options)
  scope.listen(menu, 'change', () => chooseLanguage(menu.value as InterfaceLanguage))
  return menu
}

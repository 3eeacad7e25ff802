import { html } from '../dom/html'
import { type Place, TASK_PLACES } from '../keys/actions'
import { keysButton } from '../keys/askForKeys'
import { keptSession, personalLink } from '../identity/kept'
import { onUnread } from '../identity/unread'
import { onWhose } from '../identity/whose'
import type { Scope } from '../lifecycle/Scope'
import { chooseLanguage, chosenLanguage, INTERFACE_LANGUAGES, type InterfaceLanguage } from '../messages/interfaceLanguage'
import { t } from '../messages/messages'
import { type Appearance, appearance, APPEARANCES, chooseAppearance } from '../preferences/appearance'

/** A task page's constant parts: its head with the progress, and the place where the phase shows itself. */
export class TaskFrame {
  private readonly steps = html('ol', { class: 'steps', 'aria-label': t('progress') })
  private readonly body = html('div', { class: 'task-body' })
  private readonly menus: HTMLElement

  constructor(
    scope: Scope,
    private readonly page: HTMLElement,
    title: string,
    private readonly titles: readonly string[],
    keys: readonly Place[] = TASK_PLACES,
  ) {
    const brand = html('p', { class: 'brand' }, html('strong', {}, 'PanGEA'), ` ${title}`)
    const mine = html('a', { class: 'account-link', href: personalLink('/account'), target: '_blank', rel: 'noopener', 'data-testid': 'account' }, t('account.link'))
    const whose = html('span', { class: 'whose', 'data-testid': 'whose' })
    onWhose(scope, (number) => whose.replaceChildren(t('account.person', { number })))
    this.menus = html('div', { class: 'head-menus' }, answersLink(scope), whose, ...(keptSession() === null || location.pathname === '/account' ? [] : [mine]), appearanceMenu(scope), languageMenu(scope))
    this.menus.prepend(keysButton(scope, keys))
    page.replaceChildren(html('header', { class: 'task-head' }, brand, this.steps, this.menus), this.body)
  }

  /** Adds a button to the head, which stays through all phases. */
  offer(button: HTMLElement): void {
    this.menus.prepend(button)
  }

  /** Adds what people should see in all phases, beside the progress. */
  tell(element: HTMLElement): void {
    this.steps.after(element)
  }

  /** Empties the page for a phase; `step` is the title that is current. Around a `panorama` the menus are put away. */
  turnTo(phase: string, step: string | undefined, panorama: boolean): HTMLElement {
    this.page.dataset.phase = phase
    this.page.toggleAttribute('data-panorama', panorama)
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

/** A menu of how the pages may look. */
function appearanceMenu(scope: Scope): HTMLElement {
  const options = APPEARANCES.map((each) => html('option', { value: each, selected: each === appearance() }, t(`appearance.${each}`)))
  const label = t('appearance.label')
  const menu = html('select', { class: 'select appearance-menu', 'aria-label': label, title: label, 'data-testid': 'appearance' })
  menu.append(...options)
  scope.listen(menu, 'change', () => chooseAppearance(menu.value as Appearance))
  return menu
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

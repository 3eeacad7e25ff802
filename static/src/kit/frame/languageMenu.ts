import { html } from '../dom/html'
import type { Scope } from '../lifecycle/Scope'
import { chooseLanguage, chosenLanguage, INTERFACE_LANGUAGES, type InterfaceLanguage } from '../messages/interfaceLanguage'
import { t } from '../messages/messages'

/** A menu of the interface's languages. */
export function languageMenu(scope: Scope): HTMLElement {
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

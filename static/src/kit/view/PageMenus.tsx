import { chooseLanguage, chosenLanguage, INTERFACE_LANGUAGES, type InterfaceLanguage } from '../messages/interfaceLanguage'
import { t } from '../messages/messages'
import { type Appearance, appearance, APPEARANCES, chooseAppearance } from '../preferences/appearance'

/** The menus at the end of a page's head: how it looks, and in which language it speaks. */
export function PageMenus() {
  return (
    <div class="head-menus">
      <select class="select appearance-menu" aria-label={t('appearance.label')} title={t('appearance.label')} data-testid="appearance" value={appearance()} onChange={({ currentTarget }) => chooseAppearance(currentTarget.value as Appearance)}>
        {APPEARANCES.map((each) => (
          <option key={each} value={each}>
            {t(`appearance.${each}`)}
          </option>
        ))}
      </select>
      <select class="select language-menu" aria-label={t('language.label')} title={t('language.label')} data-testid="interface-language" value={chosenLanguage()} onChange={({ currentTarget }) => chooseLanguage(currentTarget.value as InterfaceLanguage)}>
        {Object.entries(INTERFACE_LANGUAGES).map(([language, name]) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

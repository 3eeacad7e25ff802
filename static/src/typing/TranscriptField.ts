import { html } from '../kit/dom/html'
import { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { exampleWord, loadTransliteration } from './transliterate'
import { typeInLatin } from './typeInLatin'
import { countTyping, nothingTyped, type TypingCount } from './typingCount'

interface FieldTexts {
  label: string
  placeholder: string
}

/** The field for a transcript in its language. It counts how the text is typed, and helps people who type it in Latin letters. */
export class TranscriptField {
  readonly element = html('div', { class: 'field' })
  readonly area: HTMLTextAreaElement
  private readonly hint = html('p', { class: 'hint', role: 'status', 'data-testid': 'typing-hint' })
  private typing: Scope | null = null

  constructor(
    private readonly scope: Scope,
    private readonly language: string,
    count: TypingCount = nothingTyped(),
    { label, placeholder }: FieldTexts = { label: t('write.label'), placeholder: t('write.placeholder') },
  ) {
    this.area = html('textarea', {
      id: 'transcript',
      'data-testid': 'transcript',
      lang: language,
      dir: 'auto',
      spellcheck: true,
      rows: 8,
      placeholder,
    })
    countTyping(scope, this.area, count)
    this.element.append(html('label', { for: 'transcript' }, label), this.area, ...this.typingHelp())
  }

  private typingHelp(): HTMLElement[] {
    const example = exampleWord(this.language)
    if (example === null) return []
    const name = new Intl.DisplayNames(document.documentElement.lang, { type: 'language' }).of(this.language) ?? this.language
    const box = html('input', { type: 'checkbox', 'data-testid': 'typing-help' })
    this.scope.listen(box, 'change', () => void this.help(box.checked, example))
    return [html('label', { class: 'check-line' }, box, t('write.typing.label', { language: name })), this.hint]
  }

  private async help(wanted: boolean, example: string): Promise<void> {
    this.typing?.dispose()
    const typing = (this.typing = new Scope(this.scope))
    this.hint.textContent = ''
    if (!wanted) return
    try {
      const transliterate = await loadTransliteration(this.language)
      if (typing.disposed) return
      typeInLatin(typing, this.area, transliterate)
      this.hint.textContent = t('write.typing.hint', { latin: example, written: transliterate(example) })
      this.area.focus()
    } catch {
      this.hint.textContent = t('write.typing.failed')
    }
  }
}

import './translate.css'

import { confirm } from '../../kit/dom/confirm'
import { html } from '../../kit/dom/html'
import { readyToType } from '../../kit/keys/submitKey'
import { voiceIn, type WritingContext, writingActions, writingField } from '../writing/desk'
import type { WritingArgs } from '../writing/WritingSession'
import { own } from './messages/own'

interface TranslateArgs extends WritingArgs {
  transcript: string
  source_language: string
}

/** The original, and beside it the field for its translation. */
export function showTranslating(context: WritingContext<TranslateArgs>): void {
  const { scope, root, session } = context
  const { transcript, source_language: source } = session.args
  const voice = html('div', {})
  const original = html(
    'section',
    { class: 'translate-side' },
    html('h2', {}, own('from', { language: languageName(source) })),
    voice,
    html('p', { class: 'instruction', lang: source, dir: 'auto', 'data-testid': 'instruction' }, transcript),
  )
  const translation = html(
    'section',
    { class: 'translate-side' },
    html('h2', {}, own('into', { language: languageName(session.language) })),
    writingField(context, own('placeholder')),
    writingActions(context, askIfCopied),
  )
  root.append(html('div', { class: 'translate' }, original, translation))
  voiceIn(context, voice, own('unheard'))
  readyToType(translation.querySelector('textarea'))

  function askIfCopied(): Promise<boolean> {
    if (session.transcript.trim() !== transcript.trim()) return Promise.resolve(true)
    const { title, detail, yes, no } = own('same')
    return confirm(scope, { title, detail: [detail], yes, no, harmful: true })
  }
}

const languageName = (language: string): string => new Intl.DisplayNames(document.documentElement.lang, { type: 'language' }).of(language) ?? language

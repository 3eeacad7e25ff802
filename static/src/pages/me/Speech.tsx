import { useState } from 'preact/hooks'

import type { ApiClient } from '../../api/ApiClient'
import type { SpeechView } from '../../api/types'
import { t } from '../../kit/messages/messages'
import { Button } from '../../kit/view/controls'
import { dialectsOf } from './dialects'

const MOST_CHARACTERS = 100

type Client = Pick<ApiClient, 'saySpeech'>

/** How a person speaks each of their languages: asked here only, answered if they like. */
export function Speech({ client, speech }: { readonly client: Client; readonly speech: readonly SpeechView[] }) {
  if (speech.length === 0) return null
  return (
    <section class="own-part" aria-labelledby="own-speech" data-testid="own-speech">
      <h2 id="own-speech">{t('work.speech.title')}</h2>
      <p class="hint">{t('work.speech.why')}</p>
      {speech.map((said) => (
        <SpeechForm key={said.language} client={client} said={said} />
      ))}
    </section>
  )
}

/** Nothing is sent before the person agrees; what was said may be removed without agreeing to anything. */
function SpeechForm({ client, said: known }: { readonly client: Client; readonly said: SpeechView }) {
  const [said, setSaid] = useState(known)
  const [stored, setStored] = useState(known)
  const [agreed, setAgreed] = useState(false)
  const [news, setNews] = useState('')
  const { language } = said
  const isStored = stored.dialect !== '' || stored.region !== ''
  const send = async (wanted: SpeechView, told: string): Promise<void> => {
    try {
      const kept = await client.saySpeech(wanted)
      setSaid(kept)
      setStored(kept)
      setAgreed(false)
      setNews(told)
    } catch (error) {
      setNews(`${t('work.speech.failed')} ${error instanceof Error ? error.message : ''}`)
    }
  }
  return (
    <form class="own-speech" lang={document.documentElement.lang} onSubmit={(event) => event.preventDefault()}>
      <h3>{nameOf(language)}</h3>
      <SpeechField name={`dialect-${language}`} label={t('work.speech.dialect')} value={said.dialect} options={dialectsOf(language)} change={(dialect) => setSaid({ ...said, dialect })} />
      <SpeechField name={`region-${language}`} label={t('work.speech.region')} value={said.region} options={[]} change={(region) => setSaid({ ...said, region })} />
      <label class="check-line">
        <input type="checkbox" checked={agreed} data-testid={`speech-agreed-${language}`} onChange={({ currentTarget }) => setAgreed(currentTarget.checked)} />
        <span>{t('work.speech.agree')}</span>
      </label>
      <div class="own-speech-actions">
        <Button name={`speech-save-${language}`} label={t('work.speech.save')} look="primary" disabled={!agreed || (said.dialect.trim() === '' && said.region.trim() === '')} press={() => void send(said, t('work.speech.saved'))} />
        <Button name={`speech-remove-${language}`} label={t('work.speech.remove')} hidden={!isStored} press={() => void send({ language, dialect: '', region: '' }, t('work.speech.removed'))} />
        <p class="hint" role="status" data-testid={`speech-news-${language}`}>
          {news}
        </p>
      </div>
    </form>
  )
}

interface SpeechFieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly options: readonly string[]
  readonly change: (value: string) => void
}

/** A line of one's own words, with names to choose from. */
function SpeechField({ name, label, value, options, change }: SpeechFieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input type="text" value={value} maxLength={MOST_CHARACTERS} list={`${name}-options`} data-testid={name} onInput={({ currentTarget }) => change(currentTarget.value)} />
      <datalist id={`${name}-options`}>
        {options.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </label>
  )
}

const nameOf = (language: string): string => new Intl.DisplayNames(document.documentElement.lang, { type: 'language' }).of(language) ?? language

import type { ComponentChildren } from 'preact'

import type { FileFault, KindView } from '../../api/types'
import { kindName } from '../../annotations/kinds'
import { type Definition, isSampled, keyOf, type Value, valueAt, withValue } from './definition'
import { say } from '../../kit/messages/staffMessages'

interface CampaignFormProps {
  readonly definition: Definition
  readonly isNew: boolean
  readonly kinds: readonly KindView[]
  readonly faults: readonly FileFault[]
  readonly change: (definition: Definition) => void
}

/** Keys of the file that the form shows, at least in part. */
const SHOWN = ['id', 'languages', 'paths', 'guides_per_path', 'followers_per_guide', 'transcripts_per_guide', 'guide', 'trust', 'caps', 'pay', 'consent']
const CONSENT_LANGUAGE = 'en'

/** The most common keys of a campaign file. What it does not show stays as the file has it. */
export function CampaignForm({ definition, isNew, kinds, faults, change }: CampaignFormProps) {
  const field = (place: string) => ({
    value: valueAt(definition, place),
    faults: faults.filter(({ key }) => key === keyOf(place) || key.startsWith(`${keyOf(place)}[`)),
    name: place,
    change: (value: Value | undefined) => change(withValue(definition, place, value)),
  })
  const others = Object.keys(definition).filter((key) => !SHOWN.includes(key))
  const paidKinds = kinds.filter(({ gives_words: gives, about_words: about }) => gives || about !== null)
  return (
    <div class="campaign-form">
      <Group title={say('Campaign')}>
        {isNew && <TextField {...field('id')} label={say('Id')} hint={say('Small letters, digits and dashes. It stays the same for ever.')} />}
        <WordsField {...field('languages')} label={say('Languages')} hint={say('BCP 47 tags with a space between them, such as en-US hi-IN. Each path is described in each of them.')} />
      </Group>
      <Group title={say('Paths')}>
        {isSampled(definition) ? (
          <>
            <ChoiceField {...field('paths.0.sampler')} label={say('Drawn as in')} standard="r2r" options={[['r2r', 'R2R'], ['rxr', 'RxR']]} />
            <NumberField {...field('paths.0.per_scan')} label={say('Paths in each scan')} standard={6} />
            <NumberField {...field('paths.0.unseen')} label={say('Share of scans kept for val_unseen')} standard={0} step={0.05} />
          </>
        ) : (
          <p class="hint">{say('The paths of this campaign are written in its file, and stay as they are.')}</p>
        )}
        <NumberField {...field('guides_per_path')} label={say('Guides for each path')} standard={1} />
        <NumberField {...field('followers_per_guide')} label={say('Followers for each Guide')} standard={1} />
        <NumberField {...field('transcripts_per_guide')} label={say('Others who write down each voice')} standard={0} />
      </Group>
      <Group title={say('People and rules')}>
        <ChoiceField {...field('guide.transcript')} label={say('The Guide’s words are')} standard="typed" options={[['typed', say('written by the Guide')], ['none', say('only spoken')]]} />
        <NumberField {...field('caps.per_person')} label={say('Most tasks for one person')} standard={null} empty={say('no limit')} />
        <NumberField {...field('caps.per_day')} label={say('Most tasks for one person in a day')} standard={null} empty={say('no limit')} />
        <CheckField {...field('guide.free')} label={say('Guides may leave the path')} />
        <CheckField {...field('trust.training')} label={say('Training comes before the first task')} />
      </Group>
      <Group title={say('Pay, in the smallest unit of the currency')}>
        <TextField {...field('pay.currency')} label={say('Currency')} standard="USD" />
        <NumberField {...field('pay.per_hour')} label={say('For an hour of active time')} standard={0} />
        {paidKinds.map(({ kind }) => (
          <NumberField key={kind} {...field(`pay.per_annotation.${kind}`)} label={say('For each answer: {{kind}}', { kind: kindName(kind) })} standard={0} />
        ))}
      </Group>
      <Group title={say('Consent')}>
        <LongField {...field(`consent.texts.${CONSENT_LANGUAGE}`)} label={say('What people agree to ({{language}}, Markdown)', { language: CONSENT_LANGUAGE })} />
        <NumberField {...field('consent.retention_days')} label={say('Days for which their data is kept')} standard={null} empty={say('for ever')} />
      </Group>
      {others.length > 0 && <p class="hint">{say('Kept as in the file: {{keys}}.', { keys: others.join(', ') })}</p>}
    </div>
  )
}

function Group({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <fieldset class="campaign-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly value: Value | undefined
  readonly faults: readonly FileFault[]
  /** With undefined, the key is left out of the file. */
  readonly change: (value: Value | undefined) => void
}

/** A label, what is typed or chosen, and what is wrong with it. */
function Labelled({ name, label, hint, faults, wide = false, children }: Pick<FieldProps, 'name' | 'label' | 'hint' | 'faults'> & { readonly wide?: boolean; readonly children: ComponentChildren }) {
  return (
    <div class={wide ? 'campaign-field campaign-wide' : 'campaign-field'}>
      <label for={`field-${name}`}>{label}</label>
      {children}
      {hint && <small class="hint">{hint}</small>}
      {faults.map(({ message, remedy }) => (
        <small key={message} class="campaign-fault" data-testid={`fault-${name}`}>
          {message}. {remedy}
        </small>
      ))}
    </div>
  )
}

const marks = ({ name, faults }: FieldProps) => ({ id: `field-${name}`, 'data-testid': `field-${name}`, 'aria-invalid': faults.length > 0 })

function TextField(props: FieldProps & { readonly standard?: string }) {
  const { value, standard = '', change } = props
  return (
    <Labelled {...props}>
      <input {...marks(props)} class="select" type="text" dir="ltr" value={typeof value === 'string' ? value : standard} onInput={({ currentTarget }) => change(currentTarget.value === standard && standard !== '' ? undefined : currentTarget.value)} />
    </Labelled>
  )
}

/** Several words with spaces between them. */
function WordsField(props: FieldProps) {
  const { value, change } = props
  return (
    <Labelled {...props}>
      <input {...marks(props)} class="select" type="text" dir="ltr" value={Array.isArray(value) ? value.join(' ') : ''} onInput={({ currentTarget }) => change(currentTarget.value.trimStart().split(/\s+/))} />
    </Labelled>
  )
}

function NumberField(props: FieldProps & { readonly standard: number | null; readonly step?: number; readonly empty?: string }) {
  const { value, standard, step = 1, empty = '', change } = props
  const wanted = (text: string): Value | undefined => (text === '' || Number(text) === standard ? undefined : Number(text))
  return (
    <Labelled {...props}>
      <input {...marks(props)} class="select" type="number" min={0} step={step} placeholder={empty} value={typeof value === 'number' ? value : (standard ?? '')} onInput={({ currentTarget }) => change(wanted(currentTarget.value))} />
    </Labelled>
  )
}

function ChoiceField(props: FieldProps & { readonly standard: string; readonly options: readonly (readonly [string, string])[] }) {
  const { value, standard, options, change } = props
  return (
    <Labelled {...props}>
      <select {...marks(props)} class="select" value={typeof value === 'string' ? value : standard} onChange={({ currentTarget }) => change(currentTarget.value)}>
        {options.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

function CheckField(props: FieldProps) {
  const { name, label, value, change } = props
  return (
    <label class="check-line campaign-check" for={`field-${name}`}>
      <input {...marks(props)} type="checkbox" checked={value === true} onChange={({ currentTarget }) => change(currentTarget.checked ? true : undefined)} />
      <span>{label}</span>
    </label>
  )
}

function LongField(props: FieldProps) {
  const { value, change } = props
  return (
    <Labelled {...props} wide>
      <textarea {...marks(props)} rows={4} dir="auto" value={typeof value === 'string' ? value : ''} onInput={({ currentTarget }) => change(currentTarget.value === '' ? undefined : currentTarget.value)} />
    </Labelled>
  )
}

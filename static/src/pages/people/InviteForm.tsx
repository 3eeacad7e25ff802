import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'

import { ANNOTATORS_PAGE, type PeoplePage, type PeopleState, STAFF_PAGE } from './PeoplePage'
import { say } from '../../kit/messages/staffMessages'
import { type Role, roleName } from './roles'

const MANAGED: readonly Role[] = ['annotator', 'reviewer']
const ALL: readonly Role[] = ['annotator', 'reviewer', 'manager', 'owner']
const MOST_AT_ONCE = 50

interface InviteFormProps {
  readonly state: PeopleState
  readonly role: Role
  readonly page: PeoplePage
}

/** For whom links are made: a campaign fills in languages and pools. */
export function InviteForm({ state: { campaigns, busy }, role: own, page }: InviteFormProps) {
  const open = campaigns.filter(({ state }) => state !== 'closed')
  const [role, setRole] = useState<Role>('annotator')
  const [campaignId, setCampaign] = useState(open[0]?.campaign_id ?? '')
  const campaign = open.find((each) => each.campaign_id === campaignId)
  const [languages, setLanguages] = useState(campaign?.languages.join(' ') ?? 'en-US')
  const [pool, setPool] = useState('')
  const [label, setLabel] = useState('')
  const [count, setCount] = useState(1)
  const [days, setDays] = useState(30)
  const isStaff = role !== 'annotator'
  const first = isStaff ? STAFF_PAGE : ANNOTATORS_PAGE
  const choose = (id: string) => {
    const chosen = open.find((each) => each.campaign_id === id)
    setCampaign(id)
    setPool('')
    if (chosen) setLanguages(chosen.languages.join(' '))
  }
  const invite = () => {
    void page.invite({ role, languages: languages.trim().split(/\s+/), pools: isStaff || pool === '' ? [] : [pool], label: count === 1 ? label.trim() : '', days }, count, first)
    setLabel('')
  }
  return (
    <form
      class="card people-part"
      aria-labelledby="invite-title"
      data-testid="invite-form"
      onSubmit={(event) => {
        event.preventDefault()
        invite()
      }}
    >
      <h2 id="invite-title">{say('Invite people')}</h2>
      <div class="people-fields">
        <Choice name="role" label={say('Role')} value={role} options={(own === 'owner' ? ALL : MANAGED).map((each) => [each, roleName(each)])} choose={(value) => setRole(value as Role)} />
        <Choice name="campaign" label={say('For the campaign')} hidden={isStaff || open.length === 0} value={campaignId} options={[...open.map(({ campaign_id: id }) => [id, id] as const), ['', say('any')]]} choose={choose} />
        <Field label={say('Languages')} hint={say('BCP 47 tags with a space between them, such as en-US hi-IN.')}>
          {(id) => <input id={id} class="select" type="text" dir="ltr" required data-testid="invite-languages" value={languages} onInput={({ currentTarget }) => setLanguages(currentTarget.value)} />}
        </Field>
        <Choice name="pool" label={say('Pools')} hidden={isStaff || !campaign || campaign.pools.length === 0} value={pool} options={[['', say('none')], ...(campaign?.pools ?? []).map((each) => [each, each] as const)]} choose={setPool} />
        <Field label={say('How many people')}>
          {(id) => <input id={id} class="select" type="number" min={1} max={MOST_AT_ONCE} required data-testid="invite-count" value={count} onInput={({ currentTarget }) => setCount(currentTarget.valueAsNumber)} />}
        </Field>
        <Field label={say('Days for which a link may stay unopened')}>
          {(id) => <input id={id} class="select" type="number" min={1} max={365} required data-testid="invite-days" value={days} onInput={({ currentTarget }) => setDays(currentTarget.valueAsNumber)} />}
        </Field>
        <Field label={say('Label')} hint={say('For the team alone. It is never exported, and goes with a withdrawal.')} hidden={count !== 1}>
          {(id) => <input id={id} class="select" type="text" dir="auto" maxLength={160} data-testid="invite-label" value={label} onInput={({ currentTarget }) => setLabel(currentTarget.value)} />}
        </Field>
      </div>
      <div class="people-actions">
        <button type="submit" class="button button-primary" data-testid="invite" disabled={busy}>
          {say('Make links')}
        </button>
        <label class="button file-choice" hidden={isStaff}>
          {say('Invite from a table')}
          <input
            type="file"
            class="visually-hidden"
            accept=".csv"
            disabled={busy}
            data-testid="invite-table"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (file) void page.inviteTable(file, days, first)
              currentTarget.value = ''
            }}
          />
        </label>
        <small class="hint" hidden={isStaff}>
          {say('A CSV file with the columns external_id, languages and, if you have teams, pools.')}
        </small>
      </div>
    </form>
  )
}

interface FieldProps {
  readonly label: string
  readonly hint?: string
  readonly hidden?: boolean
  readonly children: (id: string) => ComponentChildren
}

function Field({ label, hint, hidden = false, children }: FieldProps) {
  const id = useId()
  return (
    <div class="people-field" hidden={hidden}>
      <label for={id}>{label}</label>
      {children(id)}
      {hint && <small class="hint">{hint}</small>}
    </div>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly hidden?: boolean
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly choose: (value: string) => void
}

function Choice({ name, label, hidden = false, value, options, choose }: ChoiceProps) {
  return (
    <Field label={label} hidden={hidden}>
      {(id) => (
        <select id={id} class="select" data-testid={`invite-${name}`} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {options.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

import { useState } from 'preact/hooks'

import type { PersonView } from '../../api/types'
import { Loading, NoticeCard } from '../../kit/notices/NoticeCard'
import { BackLink, Button } from '../../kit/view/controls'
import { PageMenus } from '../../kit/view/PageMenus'
import { InviteForm } from './InviteForm'
import type { NewLink } from './links'
import { ANNOTATORS_PAGE, type PeoplePage, type PeopleState, STAFF_PAGE } from './PeoplePage'
import { say } from '../../kit/messages/staffMessages'
import { roleName } from './roles'

interface PeopleViewProps {
  readonly state: PeopleState
  readonly page: PeoplePage
}

export function PeopleView({ state, page }: PeopleViewProps) {
  const { people, links, problem, role } = state
  return (
    <>
      <header class="page-head">
        <BackLink />
        <h1>{say('People')}</h1>
        <PageMenus />
      </header>
      <div class="page-notice" role="alert">
        {problem && <NoticeCard notice={problem} />}
      </div>
      {people === null && problem === null && <Loading />}
      {people !== null && role !== null && (
        <div class="people">
          <Links links={links} page={page} />
          <InviteForm state={state} role={role} page={page} />
          <PeopleList people={people} state={state} page={page} />
        </div>
      )}
    </>
  )
}

function Links({ links, page }: { readonly links: readonly NewLink[]; readonly page: PeoplePage }) {
  const [copied, setCopied] = useState<string | null>(null)
  if (links.length === 0) return null
  const copy = async (address: string) => {
    await navigator.clipboard.writeText(address)
    setCopied(address)
  }
  return (
    <section class="card people-part people-links" aria-labelledby="links-title" data-testid="links">
      <h2 id="links-title">{say('New links')}</h2>
      <p>{say('Copy or save these links now: they cannot be shown again. Each opens in one browser.')}</p>
      <ul>
        {links.map(({ person, address }) => (
          <li key={person}>
            <strong>{person}</strong>
            {address === null ? (
              <span class="hint">{say('invited before')}</span>
            ) : (
              <>
                <code data-testid="link">{address}</code>
                <Button name="copy-link" label={copied === address ? say('Copied') : say('Copy')} press={() => void copy(address)} />
              </>
            )}
          </li>
        ))}
      </ul>
      <div class="people-actions">
        <Button name="save-links" label={say('Save as CSV')} press={() => page.saveLinks()} />
        <Button name="drop-links" label={say('I have them')} press={() => page.dropLinks()} />
      </div>
    </section>
  )
}


function PeopleList({ people, state, page }: { readonly people: readonly PersonView[] } & PeopleViewProps) {
  return (
    <section class="card" aria-labelledby="people-title">
      <h2 id="people-title" class="people-head">
        {say('Everybody')}
      </h2>
      {people.length === 0 && <p class="people-head">{say('Nobody has been invited yet.')}</p>}
      <div class="table-box" tabindex={0} role="region" aria-labelledby="people-title" hidden={people.length === 0}>
        <table class="data" data-testid="people">
          <thead>
            <tr>
              {[say('Person'), say('Label'), say('Role'), say('Languages'), say('Pools'), say('State')].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <PersonRow key={person.annotator_id} person={person} state={state} page={page} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const stateName = (state: PersonView['state']) => ({ invited: say('Invited'), active: say('Active'), 'shut out': say('Shut out'), withdrawn: say('Withdrawn') })[state]

function PersonRow({ person, state: { busy, role: own, withoutTask }, page }: { readonly person: PersonView } & PeopleViewProps) {
  const { annotator_id: number, role, languages, pools, state } = person
  const isManaged = state !== 'withdrawn' && (own === 'owner' || role === 'annotator' || role === 'reviewer')
  const first = role === 'annotator' ? ANNOTATORS_PAGE : STAFF_PAGE
  const lacking = withoutTask.find(({ annotator_id: each }) => each === number)
  return (
    <tr data-testid="person" data-key={number}>
      <th scope="row">{number}</th>
      <td>{state !== 'withdrawn' && <LabelField key={person.label} person={person} busy={busy} page={page} />}</td>
      <td>{roleName(role)}</td>
      <td>{languages.join(' ')}</td>
      <td>{pools.join(' ')}</td>
      <td>
        {stateName(state)}
        {lacking && (
          <p class="hint people-lacking" dir="auto" data-testid="without-task">
            {say('Gets no task: {{why}}. {{remedy}}', { ...lacking })}
          </p>
        )}
      </td>
      <td class="people-actions">
        <Button name="invite-again" label={say('New link')} hidden={!isManaged} disabled={busy} press={() => void page.inviteAgain(person, first)} />
        <Button name="shut-out" label={say('Shut this person out')} look="link" hidden={!isManaged || state === 'shut out'} disabled={busy} press={() => void page.shutOut(person)} />
      </td>
    </tr>
  )
}

function LabelField({ person, busy, page }: { readonly person: PersonView; readonly busy: boolean; readonly page: PeoplePage }) {
  const [label, setLabel] = useState(person.label)
  const store = () => void page.label(person, label)
  return (
    <form
      class="people-label"
      onSubmit={(event) => {
        event.preventDefault()
        store()
      }}
    >
      <input class="select" type="text" dir="auto" maxLength={160} aria-label={say('Label of person {{person}}', { person: person.annotator_id })} data-testid="label" value={label} onInput={({ currentTarget }) => setLabel(currentTarget.value)} />
      <Button name="save-label" label={say('Save')} hidden={label.trim() === person.label} disabled={busy} press={store} />
    </form>
  )
}

import type { CampaignView } from '../../api/types'
import { kindName } from '../../annotations/kinds'
import { count, dayAndTime, percent, timeInZone } from '../../kit/formatting/format'
import { Loading, NoticeCard } from '../../kit/notices/NoticeCard'
import { BackLink, Button } from '../../kit/view/controls'
import { PageMenus } from '../../kit/view/PageMenus'
import { CampaignEditor } from './CampaignEditor'
import type { CampaignsPage, CampaignsState } from './CampaignsPage'
import { say } from '../../kit/messages/staffMessages'

interface CampaignsViewProps {
  readonly state: CampaignsState
  readonly page: CampaignsPage
}

export function CampaignsView({ state, page }: CampaignsViewProps) {
  const { campaigns, draft, isManager, news, problem } = state
  return (
    <>
      <header class="page-head">
        <BackLink />
        <h1>{say('Campaigns')}</h1>
        <p class="updated" role="status" data-testid="news">
          {news}
        </p>
        <Button name="new-campaign" label={say('New campaign')} look="primary" hidden={!isManager || draft !== null} press={() => page.begin()} />
        <PageMenus />
      </header>
      <div class="page-notice" role="alert">
        {problem && <NoticeCard notice={problem} />}
      </div>
      {campaigns === null && problem === null && <Loading />}
      {draft !== null && <CampaignEditor draft={draft} state={state} page={page} />}
      {draft === null && campaigns?.length === 0 && <NoticeCard notice={{ name: 'no-campaigns', title: say('There is no campaign yet'), detail: say('A campaign says which paths are described, in which languages and by how many people.') }} />}
      {draft === null && (
        <div class="campaigns">
          {campaigns?.map((campaign) => (
            <CampaignCard key={campaign.campaign_id} campaign={campaign} isManager={isManager} busy={state.busy} page={page} />
          ))}
        </div>
      )}
    </>
  )
}

interface CampaignCardProps {
  readonly campaign: CampaignView
  readonly isManager: boolean
  readonly busy: boolean
  readonly page: CampaignsPage
}

function CampaignCard({ campaign, isManager, busy, page }: CampaignCardProps) {
  const { campaign_id: id, state, version, created_at: at, languages } = campaign
  const isOpen = state !== 'closed'
  return (
    <article class="card campaign" data-testid="campaign" data-key={id}>
      <header class="campaign-head">
        <h2>{id}</h2>
        <span class={`campaign-state campaign-${state}`} data-testid="campaign-state">
          {stateName(state)}
        </span>
        <p class="campaign-facts">{[say('Version {{version}}', { version }), say('since {{at}}', { at: dayAndTime(at) }), languages.join(' ')].join(' · ')}</p>
      </header>
      <ProgressTable campaign={campaign} />
      <AgreedTimes campaign={campaign} />
      <footer class="campaign-actions">
        <Button name="edit-campaign" label={say('Change')} hidden={!isManager || !isOpen} disabled={busy} press={() => void page.edit(id)} />
        <Button name="save-campaign" label={say('Save as a file')} disabled={busy} press={() => void page.save(campaign)} />
        <Button name="pause-campaign" label={say('Pause')} hidden={!isManager || state !== 'running'} disabled={busy} press={() => void page.turn(campaign, 'paused')} />
        <Button name="resume-campaign" label={say('Resume')} hidden={!isManager || state !== 'paused'} disabled={busy} press={() => void page.turn(campaign, 'running')} />
        <Button name="close-campaign" label={say('Close')} look="link" hidden={!isManager || !isOpen} disabled={busy} press={() => void page.turn(campaign, 'closed')} />
      </footer>
    </article>
  )
}

const STATES = ['done', 'leased', 'open', 'waiting'] as const

const stateName = (state: CampaignView['state']) => ({ running: say('Running'), paused: say('Paused'), closed: say('Closed') })[state]
const columnName = (state: (typeof STATES)[number]) => ({ done: say('Done'), leased: say('Held'), open: say('Open'), waiting: say('Waiting') })[state]

function ProgressTable({ campaign: { campaign_id: id, progress } }: { readonly campaign: CampaignView }) {
  if (progress.length === 0) return <p class="campaign-facts campaign-none">{say('It has no tasks.')}</p>
  return (
    <div class="table-box" tabindex={0} role="region" aria-label={`${id}, ${say('Progress')}`}>
      <table class="data">
        <thead>
          <tr>
            <th scope="col">{say('Task')}</th>
            <th scope="col">{say('Language')}</th>
            <th scope="col" class="progress">
              {say('Progress')}
            </th>
            {STATES.map((state) => (
              <th key={state} scope="col" class="number">
                <span class={`swatch swatch-${state}`} />
                {columnName(state)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {progress.map((row) => (
            <tr key={`${row.kind} ${row.language}`}>
              <th scope="row">{kindName(row.kind)}</th>
              <td>{row.language}</td>
              <td>
                <ProgressBar row={row} />
              </td>
              {STATES.map((state) => (
                <td key={state} class="number">
                  {count(row[state])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** When its tasks for two are given out, in the reader's zone. */
function AgreedTimes({ campaign: { agreed_times: agreed } }: { readonly campaign: CampaignView }) {
  const kinds = Object.entries(agreed)
  if (kinds.length === 0) return null
  return (
    <div class="campaign-facts campaign-times" data-testid="agreed-times">
      <p>{say('Tasks for two, at these times:')}</p>
      <ul>
        {kinds.map(([kind, times]) => (
          <li key={kind}>{`${kindName(kind)}: ${times.map(({ begins, ends }) => timeInZone(begins, ends)).join('; ')}`}</li>
        ))}
      </ul>
    </div>
  )
}

function ProgressBar({ row }: { readonly row: CampaignView['progress'][number] }) {
  const total = STATES.reduce((sum, state) => sum + row[state], 0)
  return (
    <>
      <span class="campaign-bar" aria-hidden="true">
        {STATES.map((state) => row[state] > 0 && <span key={state} class={`swatch-${state}`} style={{ flexGrow: row[state] }} />)}
      </span>
      <span class="progress-share">{percent(row.done / total)}</span>
    </>
  )
}

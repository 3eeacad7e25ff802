import { say } from '../../kit/messages/staffMessages'
import { Loading, NoticeCard } from '../../kit/notices/NoticeCard'
import { BackLink, Button } from '../../kit/view/controls'
import { DataTable } from '../../kit/view/DataTable'
import { PageMenus } from '../../kit/view/PageMenus'
import type { LandmarksState } from './LandmarksPage'
import { Legend, PathCard } from './PathCard'
import { stepTable } from './stepTable'

interface LandmarksViewProps {
  readonly state: LandmarksState
  readonly choose: (campaign: string) => void
  readonly more: () => void
}

export function LandmarksView({ state: { overview, paths, further, problem }, choose, more }: LandmarksViewProps) {
  const campaign = overview?.campaign_id ?? null
  return (
    <>
      <header class="page-head">
        <BackLink />
        <h1>{say('Landmarks')}</h1>
        {overview && overview.campaigns.length > 1 && <CampaignChoice campaigns={overview.campaigns} chosen={campaign} choose={choose} />}
        {campaign !== null && (
          <a class="button" href={`/landmarks/timing?campaign=${encodeURIComponent(campaign)}`} data-testid="timing">
            {say('Seconds by person')}
          </a>
        )}
        <PageMenus />
      </header>
      <div class="page-notice" role="alert">
        {problem && <NoticeCard notice={problem} />}
      </div>
      {overview === null && problem === null && <Loading />}
      {overview && campaign === null && <NoticeCard notice={NOBODY_ASKS()} />}
      {overview && campaign !== null && (
        <div class="landmarks" data-testid="landmarks-page">
          <section class="card" aria-labelledby="steps-title">
            <h2 id="steps-title" class="card-head">{say('Step by step')}</h2>
            <div class="table-box" tabindex={0} role="region" aria-labelledby="steps-title">
              {overview.steps.length === 0 ? <p class="hint">{say('Nothing was asked yet: Guides speak first.')}</p> : <DataTable options={stepTable()} rows={overview.steps} />}
            </div>
          </section>
          <section class="landmark-paths" aria-labelledby="paths-title">
            <h2 id="paths-title">{say('Path by path')}</h2>
            <Legend />
            {paths.map((path) => (
              <PathCard key={path.path_id} path={path} />
            ))}
            {further !== null && <Button name="more-paths" label={say('More paths')} press={more} />}
          </section>
        </div>
      )}
    </>
  )
}

const NOBODY_ASKS = () => ({
  name: 'nobody-asks',
  title: say('No campaign asks about landmarks'),
  detail: say('A campaign file asks with the section landmarks under tasks.'),
})

interface CampaignChoiceProps {
  readonly campaigns: readonly string[]
  readonly chosen: string | null
  readonly choose: (campaign: string) => void
}

function CampaignChoice({ campaigns, chosen, choose }: CampaignChoiceProps) {
  return (
    <label class="landmark-campaign">
      {say('Campaign')}
      <select data-testid="campaign" value={chosen ?? ''} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {campaigns.map((campaign) => (
          <option key={campaign} value={campaign}>
            {campaign}
          </option>
        ))}
      </select>
    </label>
  )
}

import { kindName } from '../../annotations/kinds'
import { ApiProblem } from '../../api/ApiProblem'
import { type TeamClient, timingAddress } from '../../api/TeamClient'
import { saveCsv } from '../../api/saveCsv'
import type { TimingRow } from '../../api/types'
import { count, decimal } from '../../kit/formatting/format'
import type { Scope } from '../../kit/lifecycle/Scope'
import { say } from '../../kit/messages/staffMessages'
import { type Notice, problemNotice } from '../../kit/notices/notice'
import { Loading, NoticeCard } from '../../kit/notices/NoticeCard'
import { BackLink, Button } from '../../kit/view/controls'
import { type Column, DataTable, type TableOptions } from '../../kit/view/DataTable'
import { drawInto } from '../../kit/view/drawing'
import { PageMenus } from '../../kit/view/PageMenus'
import { personText } from '../../people/labels'

interface TimingState {
  /** Null until it is known which campaign. */
  readonly campaign: string | null
  readonly rows: readonly TimingRow[] | null
  readonly problem: Notice | null
}

/** What people took for a question about landmarks, for whoever runs a pilot. */
export class TimingPage {
  private readonly draw: ReturnType<typeof drawInto>
  private state: TimingState = { campaign: null, rows: null, problem: null }

  constructor(
    root: HTMLElement,
    private readonly client: Pick<TeamClient, 'landmarkProgress' | 'landmarkTiming' | 'csv'>,
    private readonly scope: Scope,
  ) {
    this.draw = drawInto(root)
    this.change({})
  }

  async load(): Promise<void> {
    await this.attempt(async () => {
      const named = new URLSearchParams(location.search).get('campaign')
      const campaign = named ?? (await this.client.landmarkProgress(null)).campaign_id
      this.change({ campaign, rows: campaign === null ? [] : await this.client.landmarkTiming(campaign) })
    })
  }

  private async save(campaign: string): Promise<void> {
    await this.attempt(() => saveCsv(this.scope, this.client, timingAddress(campaign), 'landmark-timing'))
  }

  private change(change: Partial<TimingState>): void {
    this.state = { ...this.state, ...change }
    const { campaign, rows, problem } = this.state
    this.draw(
      <>
        <header class="page-head">
          <BackLink />
          <h1>{say('Seconds by person')}</h1>
          <a class="button" href={campaign === null ? '/landmarks' : `/landmarks?campaign=${encodeURIComponent(campaign)}`} data-testid="landmarks">
            {say('Landmarks')}
          </a>
          {campaign !== null && <Button name="save-csv" label={say('Save as CSV')} press={() => void this.save(campaign)} />}
          <PageMenus />
        </header>
        <div class="page-notice" role="alert">
          {problem && <NoticeCard notice={problem} />}
        </div>
        {rows === null && problem === null && <Loading />}
        {rows?.length === 0 && <NoticeCard notice={{ name: 'nothing-timed', title: say('Nobody has answered a question about landmarks yet'), detail: HOW() }} />}
        {rows !== null && rows.length > 0 && (
          <section class="card" aria-labelledby="timing-title" data-testid="timing-card">
            <h2 id="timing-title" class="card-head">
              {say('Seconds for one question')}
            </h2>
            <p class="card-head hint">{HOW()}</p>
            <div class="table-box" tabindex={0} role="region" aria-labelledby="timing-title">
              <DataTable options={timingTable()} rows={rows} />
            </div>
          </section>
        )}
      </>,
    )
  }

  private async attempt(act: () => Promise<void>): Promise<void> {
    try {
      await act()
      this.change({ problem: null })
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      this.change({ problem: problemNotice(reason, say('The landmarks cannot be shown')) })
    }
  }
}

const HOW = () => say('A question counts from when it is shown until it is answered, without the time in which its page was not seen. Learners and check items are left out.')

const timingTable = (): TableOptions<TimingRow> => ({
  name: 'timing',
  caption: <span class="visually-hidden">{say('Seconds for one question')}</span>,
  key: ({ kind, annotator_id: person }) => `${kind}-${person ?? 'all'}`,
  order: { column: '', direction: 'ascending' },
  columns: [
    { name: 'kind', label: say('Step'), value: ({ kind }) => kind, cell: ({ kind }) => kindName(kind) },
    {
      name: 'person',
      label: say('Person'),
      value: ({ annotator_id: person }) => person,
      cell: ({ annotator_id: person }) => (person === null ? <strong>{say('All together')}</strong> : say('Person {{number}}', { number: personText(person) })),
    },
    seconds('items', say('Questions'), ({ seconds: { items } }) => items, count),
    seconds('low', say('A tenth below'), (row) => row.seconds.low),
    seconds('median', say('Median'), (row) => row.seconds.median),
    seconds('high', say('A tenth above'), (row) => row.seconds.high),
    seconds('mean', say('Mean'), (row) => row.seconds.mean),
    seconds('goal', say('Goal'), (row) => row.goal_seconds),
    seconds('known', 'Flickr30k Entities', (row) => row.known_seconds),
  ],
})

function seconds(name: string, label: string, value: (row: TimingRow) => number | null, show = (figure: number | null) => decimal(figure, 1)): Column<TimingRow> {
  return { name, label, numeric: true, value, cell: (row) => show(value(row)) }
}

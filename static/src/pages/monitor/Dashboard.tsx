import type { ComponentChildren } from 'preact'

import { type FilterName, filterQuery, type Filters } from '../../annotations/filters'
import type { Kind } from '../../api/ApiClient'
import type { DialoguesView, DraftFigures, FormSummary, GroupsView, MonitorView, PayRow, ProblemReport, ReviewersView, StoreHealth, TaskCount } from '../../api/types'
import { dayAndTime } from '../../kit/formatting/format'
import type { Notice } from '../../kit/notices/notice'
import { Loading, NoticeCard } from '../../kit/notices/NoticeCard'
import { Button } from '../../kit/view/controls'
import { AnnotationList, type Annotations } from './AnnotationList'
import { DataTable } from '../../kit/view/DataTable'
import { DialoguesPanel } from './DialoguesPanel'
import { DRAFT_TABLE } from './draftTable'
import { FilterBar } from './FilterBar'
import { GroupPanel, type PanelOptions } from './GroupPanel'
import { FormsPanel } from './FormsPanel'
import { Headline } from './Headline'
import { DayOne, type FirstSteps } from './dayOne/DayOne'
import { KindScores } from './kindScores'
import { LeftOut } from './LeftOut'
import { type Measure, type MeasureName, MEASURES } from './measures'
import { type OtherLists, OtherTasks } from './OtherTasks'
import { PAY_TABLE } from './payTable'
import { REPORT_TABLE } from './reportTable'
import { ReviewersPanel } from './ReviewersPanel'
import { TaskProgress } from './taskProgress'
import { type Votes, VotesPanel } from './VotesPanel'
import { say } from '../../kit/messages/staffMessages'
import { PageMenus } from '../../kit/view/PageMenus'

export const PANELS: readonly PanelOptions[] = [
  { by: 'week', title: say('Week'), ordered: true },
  { by: 'experience', title: say('Experience: annotations by the same person'), ordered: true },
  { by: 'language', title: say('Language') },
  { by: 'pool', title: say('Pool') },
  { by: 'campaign', title: say('Campaign') },
  { by: 'system', title: say('System that wrote the instruction'), optional: true },
  { by: 'condition', title: say('Condition of the walk'), optional: true },
  { by: 'length', title: say('Path length (m)') },
  { by: 'annotator', title: say('Annotator') },
  { by: 'guide', title: say('Guide whose words were followed') },
  { by: 'scan', title: say('Scan') },
  { by: 'day', title: say('Day'), ordered: true },
]

const NOTHING_LEFT: Notice = {
  name: 'nothing-left',
  title: say('No annotation matches these filters'),
  detail: say('Remove a filter to see more annotations.'),
}

/** What the server has said so far. */
export interface Numbers {
  readonly view: MonitorView
  readonly groups: ReadonlyMap<FilterName, GroupsView>
  readonly tasks: readonly TaskCount[]
  /** Empty for people who may not see pay. */
  readonly pay: readonly PayRow[]
  readonly reports: readonly ProblemReport[]
  readonly store: StoreHealth
}

/** All that the page depends on. */
export interface DashboardState {
  readonly filters: Filters
  readonly measure: Measure
  readonly isManager: boolean
  /** Null until the first rows have loaded. */
  readonly numbers: Numbers | null
  readonly list: Annotations
  readonly others: OtherLists
  /** What people answered in questionnaires. */
  readonly forms: readonly FormSummary[]
  readonly votes: Votes
  /** How people work with drafts of transcripts. */
  readonly drafts: readonly DraftFigures[]
  /** How two people talked with each other. */
  readonly dialogues: DialoguesView
  /** Null for people who may not see it. */
  readonly reviewers: ReviewersView | null
  /** How many people no open campaign has a task for. */
  readonly withoutTask: number
  readonly loadingMore: boolean
  /** Why the numbers are not up to date. */
  readonly problem: { readonly notice: Notice; readonly canRetry: boolean } | null
}

/** What a person can do here. */
export interface DashboardActions {
  /** The page's address with other filters. */
  address(filters: Filters): string
  goTo(address: string): void
  measureBy(name: MeasureName): void
  narrow(kind: Kind | undefined): void
  loadMore(): void
  loadMoreOf(kind: Kind): void
  /** Saves a table of the server's as a file. */
  save(path: string, name: string): void
  /** Decides an item that people do not agree about. */
  settle(itemId: string, value: string): void
  /** Saves the page that compares systems, of the campaign that the filters name. */
  saveReport(): void
  retry(): void
  /** How far the way to the first annotation is; null where that is not known now. */
  firstSteps(): Promise<FirstSteps | null>
}

interface DashboardProps {
  readonly state: DashboardState
  readonly actions: DashboardActions
}

/** How good the data is: figures, charts and the annotations behind them. */
export function Dashboard({ state, actions }: DashboardProps) {
  const { numbers, problem } = state
  const notice = problem?.notice ?? emptyNotice(state)
  return (
    <>
      <Head isManager={state.isManager} last={numbers?.view.last_submitted_at ?? null} store={numbers?.store ?? null} />
      <div class="page-notice" role="alert">
        {notice && <NoticeCard notice={notice}>{problem?.canRetry && <Button name="retry" label={say('Try again')} press={() => actions.retry()} />}</NoticeCard>}
      </div>
      <WithoutTask count={state.withoutTask} />
      {numbers === null && problem === null && <Loading />}
      {isEmpty(state) && !isFiltered(state) && <DayOne isManager={state.isManager} look={() => actions.firstSteps()} />}
      {numbers && <Content state={state} numbers={numbers} actions={actions} />}
    </>
  )
}

function WithoutTask({ count }: { readonly count: number }) {
  if (count === 0) return null
  const notice = { name: 'without-task', title: say('{{n}} people get no task', { count }), detail: say('Their languages or pools are in no open campaign.') }
  return (
    <div class="page-notice">
      <NoticeCard notice={notice}>
        <a class="button" href="/people">
          {say('People')}
        </a>
      </NoticeCard>
    </div>
  )
}

/** The text shown when there is nothing to count. */
function emptyNotice(state: DashboardState): Notice | null {
  if (!isEmpty(state)) return null
  return isFiltered(state) ? NOTHING_LEFT : null
}

/** Whether the page has tables that no filter narrows. */
const countsApart = ({ drafts, reviewers, votes, forms }: DashboardState): boolean =>
  drafts.length > 0 || (reviewers?.reviewers.length ?? 0) > 0 || votes.counts.length > 0 || forms.length > 0

const isFiltered = ({ filters }: DashboardState): boolean => Object.keys(filters).length > 0

function isEmpty({ numbers, others }: DashboardState): boolean {
  if (numbers === null) return false
  const { total, left_out: leftOut } = numbers.view
  return Object.keys(total.kinds).length === 0 && Object.keys(leftOut).length === 0 && others.size === 0
}

interface HeadProps {
  readonly isManager: boolean
  readonly last: string | null
  readonly store: StoreHealth | null
}

function Head({ isManager, last, store }: HeadProps) {
  return (
    <header class="page-head">
      <h1 class="brand">
        <strong>PanGEA</strong> {say('Monitor')}
      </h1>
      <p class="updated">
        <time data-testid="updated" dateTime={last ?? ''}>
          {last !== null && say('Live · last annotation {{time}}', { time: dayAndTime(last) })}
        </time>
        <span data-testid="store-health">{storeHealth(store)}</span>
      </p>
      <a class="button" href="/campaigns" data-testid="campaigns">
        {say('Campaigns')}
      </a>
      <a class="button" href="/people" hidden={!isManager} data-testid="people">
        {say('People')}
      </a>
      <a class="button" href="/landmarks" hidden={!isManager} data-testid="landmarks">
        {say('Landmarks')}
      </a>
      <a class="button" href="/audit" hidden={!isManager} data-testid="audit">
        {say('Audit log')}
      </a>
      <a class="button" href="/live" data-testid="live-training">
        {say('Live training')}
      </a>
      <a class="button" href="/questions" data-testid="questions">
        {say('Questions')}
      </a>
      <a class="button" href="/review" data-testid="review">
        {say('Review')}
      </a>
      <PageMenus />
    </header>
  )
}

/** When everything that is stored was last compared with what was written, and how far the continuous backup is. */
function storeHealth(store: StoreHealth | null): string {
  return store === null ? '' : verified(store) + backedUp(store)
}

function verified({ verified_at: at, faults }: StoreHealth): string {
  if (at === null) return ''
  const told = ` · ${say('store verified {{time}}', { time: dayAndTime(at) })}`
  return faults === 0 ? told : `${told}: ${say('{{n}} faults', { count: faults })}. ${say('Run {{command}}', { command: 'pangea doctor' })}`
}

function backedUp({ backed_up_until: until = null, backup_failing: isFailing = null }: StoreHealth): string {
  if (isFailing === null) return ''
  const told = ` · ${until === null ? say('no backup yet') : say('backed up until {{time}}', { time: dayAndTime(until) })}`
  return isFailing ? `${told}: ${say('the backup fails')}. ${say('Run {{command}}', { command: 'pangea doctor' })}` : told
}

const isShown = ({ by, optional = false }: PanelOptions, groups: Numbers['groups']): boolean =>
  !optional || (groups.get(by)?.groups.some(({ name }) => name !== null) ?? false)

interface ContentProps extends DashboardProps {
  readonly numbers: Numbers
}

function Content({ state, numbers: { view, groups, tasks, pay, reports }, actions }: ContentProps) {
  const { filters, measure } = state
  const query = filterQuery(filters).toString()
  const paid = filters.annotator === undefined ? pay : pay.filter(({ annotator_id: person }) => String(person) === filters.annotator)
  return (
    <div class={isEmpty(state) ? 'monitor is-empty' : 'monitor'}>
      <FilterBar filters={filters} choices={view.choices} address={(wanted) => actions.address(wanted)} goTo={(address) => actions.goTo(address)} />
      <Headline total={view.total} filters={filters} measure={measure.name} />
      <LeftOut counts={view.left_out} filters={filters} measure={measure.name} />
      <FilePanel name="tasks" title={say('Progress')} actions={actions}>
        <TaskProgress tasks={tasks} measure={measure.name} />
      </FilePanel>
      <MeasureChoice chosen={measure.name} choose={(name) => actions.measureBy(name)} />
      <div class="columns panels">
        {PANELS.filter((options) => isShown(options, groups)).map((options) => (
          <GroupPanel
            key={options.by}
            options={options}
            groups={groups.get(options.by)?.groups ?? []}
            measure={measure}
            filters={filters}
            save={() => actions.save(`/monitor/groups/${options.by}?${query}`, options.by)}
            report={options.by === 'system' ? () => actions.saveReport() : undefined}
          />
        ))}
      </div>
      <KindScores
        total={view.total}
        groups={groups}
        panels={PANELS.filter((options) => isShown(options, groups))}
        filters={filters}
        measure={measure.name}
        save={(by) => actions.save(`/monitor/groups/${by}?${query}`, by)}
      />
      <FilePanel name="pay" title={say('Active time and pay')} hidden={paid.length === 0} actions={actions}>
        <DataTable options={PAY_TABLE} rows={paid} />
      </FilePanel>
      {isFiltered(state) && countsApart(state) && (
        <p class="hint" data-testid="counted-apart">
          {say('The tables from here to the list of annotations count everything, whatever is chosen above.')}
        </p>
      )}
      <FilePanel name="drafts" title={say('Draft transcripts')} hidden={state.drafts.length === 0} actions={actions}>
        <DataTable options={DRAFT_TABLE} rows={state.drafts} />
      </FilePanel>
      <DialoguesPanel dialogues={state.dialogues} save={() => actions.save('/dialogues', 'dialogues')} />
      <ReviewersPanel view={state.reviewers} save={() => actions.save('/reviewers', 'reviewers')} />
      <VotesPanel votes={state.votes} save={() => actions.save('/votes', 'votes')} settle={(itemId, value) => actions.settle(itemId, value)} />
      <FormsPanel forms={state.forms} save={() => actions.save('/forms/answers', 'form-answers')} />
      <div class="card" hidden={reports.length === 0}>
        <div class="table-box" tabindex={0} role="region" aria-label={say('Problems that people reported')}>
          <DataTable options={REPORT_TABLE} rows={reports} />
        </div>
      </div>
      <AnnotationList
        list={state.list}
        loading={state.loadingMore}
        kind={filters.kind}
        narrow={(kind) => actions.narrow(kind)}
        loadMore={() => actions.loadMore()}
        save={() => actions.save(`/annotations?${query}`, 'annotations')}
      />
      <OtherTasks lists={state.others} loadMore={(kind) => actions.loadMoreOf(kind)} />
    </div>
  )
}

interface FilePanelProps {
  /** The name of the server's table and of the file. */
  readonly name: string
  readonly title: string
  readonly hidden?: boolean
  readonly actions: DashboardActions
  readonly children: ComponentChildren
}

/** A table that can be saved as a file. */
function FilePanel({ name, title, hidden = false, actions, children }: FilePanelProps) {
  return (
    <section class="card panel" data-testid={`panel-${name}`} hidden={hidden}>
      <header class="panel-head">
        <h2>{title}</h2>
        <Button name={`csv-${name}`} label="CSV" press={() => actions.save(`/monitor/${name}`, name)} />
      </header>
      <div class="table-box" tabindex={0} role="region" aria-label={title}>
        {children}
      </div>
    </section>
  )
}

interface MeasureChoiceProps {
  readonly chosen: MeasureName
  readonly choose: (name: MeasureName) => void
}

function MeasureChoice({ chosen, choose }: MeasureChoiceProps) {
  return (
    <fieldset class="segments measures">
      <legend class="visually-hidden">{say('Measure')}</legend>
      {MEASURES.map(({ name, label, title }) => (
        <label key={name} title={title}>
          <input type="radio" name="measure" value={name} data-testid={`measure-${name}`} checked={name === chosen} onChange={() => choose(name)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

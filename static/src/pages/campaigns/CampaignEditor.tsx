import { useRef } from 'preact/hooks'

import type { CampaignPlan, FileFault } from '../../api/types'
import { kindName } from '../../annotations/kinds'
import { count, decimal } from '../../kit/formatting/format'
import { Button, Choices } from '../../kit/view/controls'
import { CampaignForm } from './CampaignForm'
import type { CampaignsPage, CampaignsState } from './CampaignsPage'
import { type Definition, differences, keyOf } from './definition'
import { type Draft, withDefinition, withFiles, withText } from './draft'
import { inUnits } from './money'
import { say } from '../../kit/messages/staffMessages'

interface CampaignEditorProps {
  readonly draft: Draft
  readonly state: CampaignsState
  readonly page: CampaignsPage
}

/** A campaign's file as a form or as text, what is wrong with it or what it would do, and the button that does it. */
export function CampaignEditor({ draft, state: { busy, kinds }, page }: CampaignEditorProps) {
  const { id, mode, check } = draft
  const faults = check?.faults ?? []
  return (
    <section class="card campaign-editor" data-testid="campaign-editor" aria-labelledby="editor-title">
      <header class="campaign-head">
        <h2 id="editor-title">{id === null ? say('New campaign') : say('Change {{id}}', { id })}</h2>
        <Button name="leave-editor" label={say('All campaigns')} look="link" press={() => page.leave()} />
      </header>
      {draft.newer && <Conflict draft={draft} page={page} />}
      <Choices
        name="editor-mode"
        legend=""
        options={[
          ['form', say('Form')],
          ['file', say('File')],
        ]}
        chosen={mode}
        choose={(wanted) => void page.turnTo(wanted)}
      />
      {mode === 'form' ? (
        <CampaignForm definition={draft.definition} isNew={id === null} kinds={kinds} faults={faults} change={(definition) => page.write(withDefinition(draft, definition))} />
      ) : (
        <FileEditor draft={draft} page={page} />
      )}
      <Faults faults={faults} mode={mode} />
      {check?.plan && <Plan plan={check.plan} isNew={id === null} />}
      <footer class="campaign-actions">
        <Button name="check-campaign" label={busy ? say('Checking…') : say('Check')} look={check?.plan ? 'plain' : 'primary'} disabled={busy} press={() => void page.check()} />
        <Button name="store-campaign" label={id === null ? say('Create the campaign') : say('Save the changes')} look="primary" hidden={!check?.plan} disabled={busy || draft.newer !== null} press={() => void page.store()} />
      </footer>
    </section>
  )
}

const TEXTS = /\.(json|jsonl|md)$/i

function FileEditor({ draft, page }: Omit<CampaignEditorProps, 'state'>) {
  const field = useRef<HTMLTextAreaElement>(null)
  const take = async (given: readonly File[]) => {
    const read = await Promise.all(given.map(async (file) => [file.name, await file.text()] as const))
    page.write(read.reduce((before, [name, text]) => (TEXTS.test(name) && !isCampaign(name, text) ? withFiles(before, { ...before.files, [name]: text }) : withText(before, text)), draft))
  }
  const names = Object.keys(draft.files)
  return (
    <div
      class="campaign-file"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void take([...(event.dataTransfer?.files ?? [])])
      }}
    >
      <div class="campaign-actions">
        <FileChoice name="open-file" label={say('Open a file')} accept=".yaml,.yml,.json" take={(files) => void take(files)} />
        <FileChoice name="add-files" label={say('Add files')} accept=".json,.jsonl,.md" many take={(files) => void take(files)} />
        <Button name="start-example" label={say('Start from the example')} look="link" hidden={draft.id !== null} press={() => void page.beginWithExample()} />
      </div>
      <p class="hint">
        {say('You can also drop a file here. It is the same file that “pangea campaign create” takes, in YAML or JSON.')} {say('Comments of a file are not kept.')}
      </p>
      <label class="campaign-field">
        <span>{say('The campaign’s file')}</span>
        <textarea ref={field} class="campaign-text" dir="ltr" rows={18} spellcheck={false} data-testid="campaign-text" value={draft.text} onInput={({ currentTarget }) => page.write(withText(draft, currentTarget.value))} />
      </label>
      {names.length > 0 && (
        <ul class="campaign-files" aria-label={say('Texts and lists of paths that the file names')}>
          {names.map((name) => (
            <li key={name}>
              <code>{name}</code>
              <Button name="remove-file" label={say('Remove {{name}}', { name })} look="link" press={() => page.write(withFiles(draft, Object.fromEntries(Object.entries(draft.files).filter(([each]) => each !== name))))} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A JSON file may be the campaign itself, or a list of paths that it names. */
const isCampaign = (name: string, text: string): boolean => name.endsWith('.json') && text.trimStart().startsWith('{') && text.includes('"languages"') && text.includes('"id"')

interface FileChoiceProps {
  readonly name: string
  readonly label: string
  readonly accept: string
  readonly many?: boolean
  readonly take: (files: readonly File[]) => void
}

/** A button that opens the browser's choice of files. */
function FileChoice({ name, label, accept, many = false, take }: FileChoiceProps) {
  return (
    <label class="button file-choice">
      {label}
      <input
        type="file"
        class="visually-hidden"
        accept={accept}
        multiple={many}
        data-testid={name}
        onChange={({ currentTarget }) => {
          take([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </label>
  )
}

function Faults({ faults, mode }: { readonly faults: readonly FileFault[]; readonly mode: Draft['mode'] }) {
  if (faults.length === 0) return null
  return (
    <div class="campaign-faults" role="alert" data-testid="faults">
      <h3>{say('This cannot be carried out yet. Nothing was changed.')}</h3>
      <ul>
        {faults.map(({ line, key, message, remedy }) => (
          <li key={`${key} ${message}`}>
            {mode === 'file' && `${say('Line {{line}}', { line })}, `}
            <code>{key}</code>: {message}. {remedy}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Plan({ plan, isNew }: { readonly plan: CampaignPlan; readonly isNew: boolean }) {
  const { tasks, languages, paths, new_paths: fresh, retired, moved } = plan
  const made = Object.entries(tasks).map(([kind, number]) => `${count(number)} ${kindName(kind)}`)
  const isSame = !isNew && made.length === 0 && fresh + retired + moved === 0
  const [shortest, median, longest] = paths?.metres ?? [0, 0, 0]
  return (
    <section class="campaign-plan" data-testid="plan" aria-label={say('What this does')}>
      <h3>{say('What this does')}</h3>
      {isSame && <p>{say('The stored campaign is the same already.')}</p>}
      <dl>
        <dt>{say('New tasks')}</dt>
        <dd data-testid="plan-tasks">{made.join(', ') || say('no new tasks')}</dd>
        <dt>{say('Languages')}</dt>
        <dd>{languages.join(', ')}</dd>
        {paths && (
          <>
            <dt>{say('Paths')}</dt>
            <dd>{say('{{paths}} in {{scans}} scans, {{new}} of them new; {{shortest}} to {{longest}} m long, median {{median}} m', { paths: count(paths.paths), scans: count(paths.scans), new: count(fresh), shortest: decimal(shortest, 1), median: decimal(median, 1), longest: decimal(longest, 1) })}</dd>
          </>
        )}
        {!isNew && (
          <>
            <dt>{say('Changes')}</dt>
            <dd>{say('{{retired}} tasks retired, {{moved}} moved to another pool or priority. Nobody’s work changes.', { retired: count(retired), moved: count(moved) })}</dd>
          </>
        )}
        <dt>{say('Cost of the new tasks')}</dt>
        <dd data-testid="plan-cost">{costText(plan.cost)}</dd>
        {plan.unasked && (
          <>
            <dt>{say('Consent')}</dt>
            <dd data-testid="plan-unasked">{say('Two people will hear each other live, and no consent text is in force. Put one in force first: pangea consent; what it has to say of the partner is added by itself.')}</dd>
          </>
        )}
        {plan.without_task > 0 && (
          <>
            <dt>{say('People')}</dt>
            <dd data-testid="plan-without-task">{say('{{n}} people get no task', { count: plan.without_task })}</dd>
          </>
        )}
        {plan.forecast.made > 0 && (
          <>
            <dt>{say('Forecast')}</dt>
            <dd data-testid="plan-forecast">{forecastText(plan.forecast)}</dd>
          </>
        )}
      </dl>
    </section>
  )
}

/** How much people will make for what counts. */
function forecastText({ people, learning, made, counted }: CampaignPlan['forecast']): string {
  if (people === 0 && learning > 0) return say('Nobody is invited yet.')
  if (made === counted) return say('All answers count.')
  const values = { people: count(people), made: count(made), counted: count(counted) }
  return say('With {{people}} people up to {{made}} answers, of which {{counted}} count: the others are of learning periods, after learners’ words, or check items.', values)
}

function costText({ currency, answers, time, per_hour: perHour, unmeasured }: CampaignPlan['cost']): string {
  const said = [
    answers > 0 && say('{{amount}} for the answers', { amount: inUnits(answers, currency) }),
    time !== null && time > 0 && say('about {{amount}} for active time', { amount: inUnits(time, currency) }),
    time === null && say('{{amount}} for each hour of active time; how long these tasks take is not known yet: {{kinds}}', { amount: inUnits(perHour, currency), kinds: unmeasured.map(kindName).join(', ') }),
  ].filter((each) => each !== false)
  return said.length > 0 ? `${said.join('; ')}.` : say('Nothing is paid.')
}

/** What somebody else has changed since this was begun; one's own text stays until its writer decides. */
function Conflict({ draft, page }: { readonly draft: Draft; readonly page: CampaignsPage }) {
  const { newer, before } = draft
  if (newer === null) return null
  const mine = (draft.mode === 'form' ? draft.definition : ((draft.check?.definition as Definition | null | undefined) ?? null))
  return (
    <div class="message message-bad campaign-conflict" role="alert" data-testid="conflict">
      <h3>{say('Somebody has changed this campaign meanwhile')}</h3>
      <p>{say('It has version {{version}} now. Your own changes are still here, and are not stored.', { version: newer.campaign.version })}</p>
      <div class="table-box" tabindex={0} role="region" aria-label={say('Somebody has changed this campaign meanwhile')}>
        <table class="data">
          <thead>
            <tr>
              {[say('Key'), say('When you began'), say('Now'), say('Yours')].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {differences(before, newer.definition as Definition, mine).map((each) => (
              <tr key={each.key}>
                <th scope="row">{keyOf(each.key)}</th>
                {[each.before, each.now, each.mine].map((text, index) => (
                  <td key={index} dir="ltr">
                    {text || say('default')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="campaign-actions">
        <Button name="keep-mine" label={say('Go on with my text')} press={() => page.keepMine()} />
        <Button name="take-theirs" label={say('Take theirs, and drop mine')} press={() => page.takeTheirs()} />
      </div>
    </div>
  )
}

/** What people answered in questionnaires. */

import type { FormSummary } from '../../api/types'
import { dayAndTime, decimal, percent } from '../../kit/formatting/format'
import { Button } from '../../kit/view/controls'
import { say } from '../../kit/messages/staffMessages'

type QuestionSummary = FormSummary['questions'][number]

interface FormsPanelProps {
  readonly forms: readonly FormSummary[]
  /** Saves all answers as a file. */
  readonly save: () => void
}

export function FormsPanel({ forms, save }: FormsPanelProps) {
  return (
    <section class="card panel" data-testid="panel-forms" hidden={forms.length === 0}>
      <header class="panel-head">
        <h2>{say('Questionnaires')}</h2>
        <Button name="csv-forms" label="CSV" press={save} />
      </header>
      <div class="form-summaries">
        {forms.map((form) => (
          <FormBlock key={`${form.campaign_id} ${form.form} ${form.version}`} form={form} />
        ))}
      </div>
    </section>
  )
}

function FormBlock({ form }: { readonly form: FormSummary }) {
  const { title, campaign_id: campaign, answers, people, newest, is_current: isCurrent, questions } = form
  return (
    <article class="form-summary" data-testid={`form-${form.form}`}>
      <h3>{title}</h3>
      <p class="form-summary-facts">
        {`${campaign} · ${form.form} · ${say('{{n}} answers', { count: answers })}, ${say('{{n}} people', { count: people })}`}
        {newest !== null && ` · ${say('newest {{time}}', { time: dayAndTime(newest) })}`}
        {!isCurrent && ` · ${say('an earlier version of the form')}`}
      </p>
      {questions.map((question) => (
        <QuestionBlock key={question.name} question={question} total={answers} />
      ))}
    </article>
  )
}

function QuestionBlock({ question, total }: { readonly question: QuestionSummary; readonly total: number }) {
  const { name, title, answered, counts, mean, median, least, most } = question
  return (
    <section class="form-summary-question" data-testid={`answers-${name}`}>
      <h4>{title}</h4>
      <p class="form-summary-facts">
        {say('{{answered}} of {{total}} answered', { answered, total })}
        {mean !== null && median !== null && ` · ${say('mean {{mean}} · median {{median}}', { mean: decimal(mean), median: decimal(median) })}`}
        {counts === null && least !== null && most !== null && ` · ${say('{{low}} to {{high}}', { low: decimal(least), high: decimal(most) })}`}
        {counts === null && mean === null && answered > 0 && ` · ${say('their words are in the CSV file')}`}
      </p>
      {counts && answered > 0 && (
        <ul class="bars">
          {counts.map(({ value, label, count }) => (
            <li key={value}>
              <span class="bar-label">{label}</span>
              <span class="bar" aria-hidden="true">
                <span style={{ width: `${(100 * count) / answered}%` }} />
              </span>
              <span class="bar-count">{`${count} (${percent(count / answered)})`}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

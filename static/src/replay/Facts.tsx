/** What is known about an annotation, beside its replay. */

import type { ComponentChildren } from 'preact'

import { follows, kindName } from '../annotations/kinds'
import { replayUrl } from '../annotations/replayAddress'
import { Pill, result } from '../annotations/results'
import type { AlignmentReport, AnnotationView, Feedback } from '../api/types'
import { FlagFacts } from '../flags/FlagFacts'
import { Time, Unknown } from '../kit/formatting/figures'
import { clock, decimal, percent, plural } from '../kit/formatting/format'
import { timedWords } from './spokenWords'

type Fact = readonly [label: string, value: ComponentChildren, title?: string]

export function Facts({ view }: { readonly view: AnnotationView }) {
  const scoresTitle = view.declares.gives_words ? 'The Guide’s own walk' : follows(view.declares) ? 'The walk against the reference path' : 'Scores'
  return (
    <section class="card facts" data-testid="facts" aria-label="Facts">
      <FactList title="Annotation" facts={annotationFacts(view)} />
      <FactList title={scoresTitle} facts={scoreFacts(view)} />
      {view.feedback && <FactList title="Rating by the Follower" facts={feedbackFacts(view.feedback)} long />}
      {view.args && <FactList title="Question" facts={jsonFacts(view.args)} long />}
      {view.answer && <FactList title="Answer" facts={jsonFacts(view.answer)} long />}
      <FlagFacts view={view} />
      {!view.answer && <FactList title="Alignment" facts={alignmentFacts(view)} />}
    </section>
  )
}

interface FactListProps {
  readonly title: string
  readonly facts: readonly Fact[]
  /** Whether the values may be whole sentences. */
  readonly long?: boolean
}

function FactList({ title, facts, long = false }: FactListProps) {
  return (
    <div class={long ? 'fact-group facts-long' : 'fact-group'}>
      <h2>{title}</h2>
      <dl>
        {facts.map(([label, value, why]) => (
          <div key={label}>
            <dt title={why}>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function annotationFacts({ summary, declares, reference, walked, voice_duration: voice, transcript, transcript_by: by }: AnnotationView): Fact[] {
  const { instruction_id: followed } = summary
  const { about_words: words } = declares
  const ended = result(summary)
  return [
    ...(follows(declares) && words !== null && followed !== null ? [['Followed', <a href={replayUrl(words, followed)}>{`${kindName(words)} ${followed}`}</a>] as const] : []),
    ['Annotator', String(summary.annotator_id)],
    ['Language', summary.language],
    ['Scan', summary.scan_id],
    ['Path', String(summary.path_id)],
    ...(voice === null ? [] : [['Voice', clock(voice)] as const]),
    ...(declares.gives_words || follows(declares) ? [['Words by', summary.system ?? writerOf(transcript, by), 'Who or what wrote the instruction, or wrote down the Guide’s voice'] as const] : []),
    ...(summary.measures == null ? [['Reference', plural(reference.length, 'viewpoint')] as const] : []),
    ...(summary.condition == null ? [] : [['Condition', summary.condition, 'The arm of the campaign: what the person was given'] as const]),
    ['Walked', plural(walked.length, 'viewpoint')],
    ['Submitted', <Time at={summary.submitted_at} />],
    ...(summary.measures == null ? [['Result', <Pill state={ended} />] as const] : []),
  ]
}

/** Who or what wrote down a Guide's voice, as `GuideAnnotation.transcript_by` has it. */
function writerOf(transcript: string, by: string | null): string {
  const [origin, name = ''] = by?.split(':') ?? []
  if (origin === 'person') return `annotator ${name}`
  if (origin === 'engine') return `the recogniser ${name}`
  return transcript === '' ? 'nobody yet' : 'the Guide'
}

/** What a kind with its own fields asked or got as an answer: each field by its name, with its value as it was sent. */
function jsonFacts(content: Record<string, unknown>): Fact[] {
  return Object.entries(content).map(([name, value]) => [name.replaceAll('_', ' '), typeof value === 'string' ? value : JSON.stringify(value)])
}

function scoreFacts({ summary: { scores, measures } }: AnnotationView): Fact[] {
  if (scores === null) {
    const own = Object.entries(measures ?? {})
    return own.map(([name, value]) => [name.replaceAll('_', ' '), value === null ? <Unknown why="this value is not known" /> : decimal(value, Number.isInteger(value) ? 0 : 2)])
  }
  return [
    ['NE', `${decimal(scores.ne)} m`, 'Navigation error: distance from the last viewpoint to the goal'],
    ['Length', `${decimal(scores.path_length)} m`, 'Length of the walk'],
    ['SPL', decimal(scores.spl), 'Success weighted by path length'],
    ['OSR', decimal(scores.oracle_success, 0), 'Oracle success: came within 3 m of the goal on the way'],
    ['CLS', decimal(scores.cls), 'Coverage weighted by length score'],
    ['DTW', `${decimal(scores.dtw)} m`, 'Dynamic time warping between walk and reference path'],
    ['nDTW', decimal(scores.ndtw), 'Normalised dynamic time warping'],
    ['SDTW', decimal(scores.sdtw), 'Success weighted by normalised dynamic time warping'],
  ]
}

const REASONS: Record<NonNullable<Feedback['reason']>, string> = {
  words_unclear: 'the words are not clear',
  words_wrong: 'the words do not match the place',
  lost: 'lost',
  technical: 'something did not work',
  other: 'another reason',
}

function feedbackFacts({ confidence, instruction_quality: quality, reason, comment }: Feedback): Fact[] {
  const grade = (given: number | null | undefined) => (given == null ? <Unknown why="the Follower was not asked" /> : `${given} of 5`)
  return [
    ['Confidence', grade(confidence)],
    ['Words', grade(quality), 'How good the words were'],
    ...(reason ? [['Gave up', REASONS[reason]] as const] : []),
    ...(comment ? [['Comment', comment] as const] : []),
  ]
}

function alignmentFacts(view: AnnotationView): Fact[] {
  const { alignment } = view
  if (!alignment) return [['State', 'not aligned yet']]
  const timed = timedWords(view)
  const distance = alignment.edit_distance
  return [
    ['State', alignment.state],
    ['Engine', alignment.engine],
    ['Edit distance', distance == null ? <Unknown why="this engine does not recognise words" /> : decimal(distance), 'Between recognised and written words'],
    ...(timed ? [['Aligned', alignedShare(timed), 'Words that the engine recognised itself'] as const] : []),
    ...(alignment.report ? reportFacts(alignment.report) : []),
  ]
}

function reportFacts({ verdict, reasons, unwritten_share: unwritten, unknown: why }: AlignmentReport): Fact[] {
  const share = unwritten == null ? <Unknown why={why} /> : percent(unwritten)
  return [
    ['Transcript', verdict, reasons.join('; ') || 'It matches the voice'],
    ['Unwritten', share, 'Share of the speech that is missing from the transcript'],
  ]
}

function alignedShare(timed: readonly { source: string }[]): string {
  const heard = timed.filter(({ source }) => source !== 'interpolated').length
  return `${heard} of ${plural(timed.length, 'word')}`
}

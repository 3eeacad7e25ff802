/** What is known about an annotation, beside its replay. */

import type { ComponentChildren } from 'preact'

import { follows, kindName } from '../annotations/kinds'
import { dialogueUrl, replayUrl } from '../annotations/replayAddress'
import { Pill, result } from '../annotations/results'
import type { AlignmentReport, AnnotationView, DraftedTranscript, Feedback } from '../api/types'
import { FlagFacts } from '../flags/FlagFacts'
import { Time, Unknown } from '../kit/formatting/figures'
import { clock, decimal, percent } from '../kit/formatting/format'
import { hasItems } from './sources'
import { timedWords } from './spokenWords'
import { say } from '../kit/messages/staffMessages'
import { personText } from '../people/labels'

export type Fact = readonly [label: string, value: ComponentChildren, title?: string]

export function Facts({ view }: { readonly view: AnnotationView }) {
  const scoresTitle = view.declares.gives_words ? say('The Guide’s own walk') : follows(view.declares) ? say('The walk against the reference path') : say('Scores')
  const scores = scoreFacts(view)
  return (
    <section class="card facts" data-testid="facts" aria-label={say('Facts')}>
      <FactList title={say('Annotation')} facts={annotationFacts(view)} />
      {scores.length > 0 && <FactList title={scoresTitle} facts={scores} />}
      {view.feedback && <FactList title={say('Rating by the Follower')} facts={feedbackFacts(view.feedback)} long />}
      {view.args && !hasItems(view) && <FactList title={say('Question')} facts={jsonFacts(view.args)} long />}
      {view.answer && !hasItems(view) && <FactList title={say('Answer')} facts={jsonFacts(view.answer)} long />}
      <FlagFacts view={view} />
      {!view.answer && <FactList title={say('Alignment')} facts={alignmentFacts(view)} />}
    </section>
  )
}

interface FactListProps {
  readonly title: string
  readonly facts: readonly Fact[]
  /** Whether the values may be whole sentences. */
  readonly long?: boolean
}

export function FactList({ title, facts, long = false }: FactListProps) {
  return (
    <div class={long ? 'fact-group facts-long' : 'fact-group'}>
      <h2>{title}</h2>
      <dl>
        {facts.map(([label, value, why]) => (
          <div key={label}>
            <dt title={why}>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function annotationFacts({ summary, declares, args, aids, reference, walked, voice_duration: voice, transcript, transcript_by: by, drafted }: AnnotationView): Fact[] {
  const { instruction_id: followed } = summary
  const { about_words: words } = declares
  const ended = result(summary)
  const dialogue = args?.pairing_id
  return [
    ...(typeof dialogue === 'string' ? [[say('Dialogue'), <a href={dialogueUrl({ pairingId: dialogue, moment: null })} data-testid="dialogue">{say('both sides')}</a>] as const] : []),
    ...(follows(declares) && words !== null && followed !== null ? [[say('Followed'), <a href={replayUrl(words, followed)}>{`${kindName(words)} ${followed}`}</a>] as const] : []),
    [say('Annotator'), personText(summary.annotator_id)],
    [say('Language'), summary.language],
    [say('Scan'), summary.scan_id],
    [say('Path'), String(summary.path_id)],
    ...(voice === null ? [] : [[say('Voice'), clock(voice)] as const]),
    ...(declares.gives_words || follows(declares) ? [[say('Words by'), summary.system ?? writerOf(transcript, by), say('Who or what wrote the instruction, or wrote down the Guide’s voice')] as const] : []),
    ...(drafted === null ? [] : [[say('Draft'), draftUse(drafted), say('What the Guide did with the words of a recogniser')] as const]),
    ...(summary.measures == null ? [[say('Reference'), say('{{n}} viewpoints', { count: reference.length })] as const] : []),
    ...(summary.condition == null ? [] : [[say('Condition'), summary.condition, say('The arm of the campaign: what the person was given')] as const]),
    [say('Walked'), say('{{n}} viewpoints', { count: walked.length })],
    ...(aids === null ? [] : aidFacts(aids)),
    [say('Submitted'), <Time at={summary.submitted_at} />],
    ...(summary.measures == null ? [[say('Result'), <Pill state={ended} />] as const] : []),
  ]
}

/** What they had beside the pictures. */
function aidFacts({ map, map_seconds: seconds, flights, time_limit: limit, time_used: used }: NonNullable<AnnotationView['aids']>): Fact[] {
  const open = seconds > 0 ? say('open for {{time}}', { time: clock(seconds) }) : say('not opened')
  return [
    [say('Map'), map ? open : say('none')],
    ...(flights > 0 ? [[say('Flights'), String(flights), say('Along the path, before the recording')] as const] : []),
    ...(limit == null ? [] : [[say('Time limit'), used == null ? clock(limit) : say('{{used}} of {{limit}} used', { used: clock(used), limit: clock(limit) }), say('What the campaign gives people for a task of this kind')] as const]),
  ]
}

/** Who or what wrote down a Guide's voice, as `GuideAnnotation.transcript_by` has it. */
function writerOf(transcript: string, by: string | null): string {
  const [origin, name = ''] = by?.split(':') ?? []
  if (origin === 'person') return say('Person {{number}}', { number: personText(Number(name)) })
  if (origin === 'engine') return say('the recogniser {{name}}', { name })
  return transcript === '' ? say('nobody yet') : say('the Guide')
}

function draftUse({ recogniser, edited, heard, untouched, inserted, planted, planted_left: left }: DraftedTranscript): string {
  const words = say('{{recogniser}}: {{edited}} edited, {{inserted}} added, {{heard}} heard, {{untouched}} not confirmed', { recogniser, edited, inserted, heard, untouched })
  return planted === 0 ? words : `${words}; ${say('{{mended}} of {{planted}} planted errors mended', { mended: planted - left, planted })}`
}

/** What a kind with its own fields asked or got as an answer: each field by its name, with its value as it was sent. */
function jsonFacts(content: Record<string, unknown>): Fact[] {
  return Object.entries(content).map(([name, value]) => [name.replaceAll('_', ' '), typeof value === 'string' ? value : shortened(JSON.stringify(value))])
}

/** The beginning of a long value; all of it is in the export. */
const shortened = (text: string): string => (text.length > 300 ? `${text.slice(0, 299)}…` : text)

function scoreFacts({ summary: { scores, measures } }: AnnotationView): Fact[] {
  if (scores === null) {
    const own = Object.entries(measures ?? {})
    return own.map(([name, value]) => [name.replaceAll('_', ' '), value === null ? <Unknown why={say('this value is not known')} /> : decimal(value, Number.isInteger(value) ? 0 : 2)])
  }
  return [
    ['NE', `${decimal(scores.ne)} m`, say('Navigation error: distance from the last viewpoint to the goal')],
    [say('Length'), `${decimal(scores.path_length)} m`, say('Length of the walk')],
    ['SPL', decimal(scores.spl), say('Success weighted by path length')],
    ['OSR', decimal(scores.oracle_success, 0), say('Oracle success: came within 3 m of the goal on the way')],
    ['CLS', decimal(scores.cls), say('Coverage weighted by length score')],
    ['DTW', `${decimal(scores.dtw)} m`, say('Dynamic time warping between walk and reference path')],
    ['nDTW', decimal(scores.ndtw), say('Normalised dynamic time warping')],
    ['SDTW', decimal(scores.sdtw), say('Success weighted by normalised dynamic time warping')],
  ]
}

const REASONS: Record<NonNullable<Feedback['reason']>, string> = {
  words_unclear: say('the words are not clear'),
  words_wrong: say('the words do not match the place'),
  lost: say('lost'),
  technical: say('something did not work'),
  other: say('another reason'),
  time_up: say('the time was up'),
}

function feedbackFacts({ confidence, instruction_quality: quality, reason, comment }: Feedback): Fact[] {
  const grade = (given: number | null | undefined) => (given == null ? <Unknown why={say('the Follower was not asked')} /> : say('{{number}} of 5', { number: given }))
  return [
    [say('Confidence'), grade(confidence)],
    [say('Words'), grade(quality), say('How good the words were')],
    ...(reason ? [[say('Gave up'), REASONS[reason]] as const] : []),
    ...(comment ? [[say('Comment'), comment] as const] : []),
  ]
}

function alignmentFacts(view: AnnotationView): Fact[] {
  const { alignment } = view
  if (!alignment) return [[say('State'), say('not aligned yet')]]
  const timed = timedWords(view)
  const distance = alignment.edit_distance
  return [
    [say('State'), say(alignment.state)],
    [say('Engine'), alignment.engine],
    [say('Edit distance'), distance == null ? <Unknown why={say('this engine does not recognise words')} /> : decimal(distance), say('Between recognised and written words')],
    ...(timed ? [[say('Aligned'), alignedShare(timed), say('Words that the engine recognised itself')] as const] : []),
    ...(alignment.report ? reportFacts(alignment.report) : []),
  ]
}

function reportFacts({ verdict, reasons, unspoken, unwritten_share: unwritten, unknown: why }: AlignmentReport): Fact[] {
  const share = unwritten == null ? <Unknown why={why} /> : percent(unwritten)
  return [
    [say('Transcript'), verdict ? say(verdict) : <Unknown why={why} />, reasons.join('; ') || (verdict ? say('It matches the voice') : '')],
    ...(unspoken?.length ? [[say('Not said'), unspoken.map(({ text }) => `“${text}”`).join('; '), say('Written, but not heard in the recording')] as const] : []),
    [say('Unwritten'), share, unwrittenMeans()],
  ]
}

/** The one explanation of a word of the aligner; the flag that counts it names the same figure. */
const unwrittenMeans = () => say('Share of the recording in which something is said that the transcript does not have')

function alignedShare(timed: readonly { source: string }[]): string {
  const heard = timed.filter(({ source }) => source !== 'interpolated').length
  return say('{{heard}} of {{n}} words', { heard, count: timed.length })
}

/** What is known about a dialogue, beside its replay. */

import type { ComponentChildren } from 'preact'

import { kindName } from '../../annotations/kinds'
import { replayUrl } from '../../annotations/replayAddress'
import { figure, Unknown } from '../../kit/formatting/figures'
import { clock, clockTenths, decimal, metres, percent } from '../../kit/formatting/format'
import { say } from '../../kit/messages/staffMessages'
import { personText } from '../../people/labels'
import { type Fact, FactList } from '../Facts'
import { valueOf } from '../sources'
import type { Side } from './sides'
import type { Together } from './Together'

export function DialogueFacts({ together }: { readonly together: Together }) {
  return (
    <section class="card facts" data-testid="facts" aria-label={say('Facts')}>
      <FactList title={say('Dialogue')} facts={dialogueFacts(together)} />
      {together.sides.map((side) => (
        <FactList key={side.view.role} title={side.name} facts={sideFacts(together, side)} />
      ))}
      <Answers together={together} />
    </section>
  )
}

/** Whether both voices are aligned, or silent, and on one line: otherwise nobody knows who spoke when. */
const isTimed = ({ sides }: Together): boolean => sides.every(({ time, words, view }) => time !== null && (words !== null || view.transcript === ''))

const untimed = () => say('both sides must be on one line, and both voices aligned')

const unheard = () => say('no page noted when the other was heard')

const seconds = (value: number) => `${decimal(value, 1)} s`
const milliseconds = (value: number) => `${Math.round(1000 * value)} ms`

function dialogueFacts(together: Together): Fact[] {
  const { view: { kind, language, scan_id: scan, path_id: path, figures }, turns } = together
  const isKnown = isTimed(together)
  const spoke = turns.some(({ typed }) => !typed)
  return [
    [say('Kind'), kindName(kind)],
    [say('Language'), language],
    [say('Scan'), scan],
    [say('Path'), String(path)],
    [say('Length'), figure(figures.seconds, clock, say('when this was is not known'))],
    [say('Overlap'), figure(figures.overlap, percent, isKnown && !spoke ? say('nobody spoke') : untimed()), say('Share of the time with speech in which both spoke')],
    [say('Median gap'), figure(figures.floor_transfer, seconds, isKnown ? say('neither spoke after the other') : untimed()), say('From the last word of one to the first of the other; below 0 where they overlap')],
    [say('Median response'), figure(figures.response, seconds, isKnown ? unheard() : untimed()), say('From when the last word of one was heard to the first of the other')],
    [say('Clocks'), figure(figures.bound, (bound) => `±${milliseconds(bound)}`, say('the page of one side had no line to the server')), say('By how much the two time lines may be wrong against each other')],
  ]
}

function sideFacts(together: Together, { view, time, words }: Side): Fact[] {
  const { figures } = together.view
  const own = figures.sides.find(({ role }) => role === view.role)
  const unsaid = time ? (words ? say('nobody spoke') : say('not aligned yet')) : say('when this was is not known')
  return [
    [say('Annotation'), <a href={replayUrl(view.kind, view.annotation_id)} data-testid={`alone-${view.role}`}>{String(view.annotation_id)}</a>, say('Replay it alone')],
    [say('Annotator'), personText(view.annotator_id)],
    [say('Words'), String(own?.words ?? 0)],
    [say('Texts'), String(own?.texts ?? 0), say('Typed')],
    [say('Turns'), figure(own?.turns ?? null, String, untimed())],
    [say('Speech'), figure(own?.speech_seconds ?? null, seconds, unsaid)],
    [say('Voice delay'), figure(own?.voice_delay ?? null, milliseconds, unheard()), say('Median time until the partner was heard')],
    ...Object.entries(view.scores).map(([name, value]): Fact => [name.replaceAll('_', ' '), figure(value, (known) => decimal(known, Number.isInteger(known) ? 0 : 2), say('this value is not known'))]),
  ]
}

/** How much nearer to the goal each answer brought who looks for it. */
function Answers({ together }: { readonly together: Together }) {
  const { exchanges } = together.view.figures
  return (
    <div class="fact-group" data-testid="answers">
      <h2 title={say('Metres by which each brought the other nearer to the goal, until the next')}>{say('Answers')}</h2>
      {exchanges?.length ? (
        <ol class="answers">
          {exchanges.map(({ start, words, progress }, index) => (
            <li key={index}>
              <button type="button" class="turn-time" onClick={() => together.replay.seek(start)}>
                {clockTenths(start)}
              </button>
              <bdi class="answer-words">{words}</bdi>
              <bdi class="answer-metres">{progress > 0 ? '+' : ''}{metres(progress)}</bdi>
            </li>
          ))}
        </ol>
      ) : (
        <p class="answers-none">{noAnswers(together)}</p>
      )}
    </div>
  )
}

function noAnswers(together: Together): ComponentChildren {
  const { figures: { exchanges }, goal, fault } = together.view
  const trace = together.sides.at(-1)?.trace
  if (exchanges) return say('Nobody answered.')
  if (!isTimed(together)) return <Unknown why={untimed()} />
  if (fault !== '') return <Unknown why={fault} />
  return <Unknown why={goal === null || (trace && valueOf(trace)) ? say('no goal was asked for') : say('the walk is not known')} />
}

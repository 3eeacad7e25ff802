import '../../forms/forms.css'
import './judge.css'

import { FormFields } from '../../forms/FormFields'
import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { submitByKey } from '../../kit/keys/submitKey'
import type { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import { problemMessage } from '../../kit/notices/message'
import { Viewer } from '../../viewer/Viewer'
import { reportProblem } from '../parts/reportProblem'
import type { PhaseContext } from '../phases/defineTask'
import type { JudgeEvent, JudgeSession, ShownWords } from './JudgeSession'
import { own } from './messages/own'
import { showReplay } from './showReplay'

type JudgingContext = PhaseContext<JudgeSession, JudgeEvent>

/** What is judged, and beside it the questions. */
export function showJudging(context: JudgingContext): void {
  const { scope, root, session } = context
  const { replay, picture, pair } = session.args
  const place = html('div', { class: 'judge-place' })
  root.append(place, questions(context))
  if (replay) void showReplay(scope, place, session, replay)
  if (picture) showPicture(scope, place, session, picture)
  if (pair) showPair(scope, place, session, pair)
}

function questions({ scope, session, send }: JudgingContext): HTMLElement {
  const { form, replay } = session.args
  const fields = new FormFields(form, session.answers)
  const keep = () => (session.answers = fields.answers)
  scope.listen(fields.element, 'input', keep)
  scope.listen(fields.element, 'change', keep)
  const said = html('div', {})
  const report = button(scope, { name: 'report', label: t('walk.report'), look: 'link', press: () => void reportProblem(scope, session, said) })
  const submit = button(scope, { name: 'submit', label: t('forms.send'), icon: 'check', look: 'primary', press: () => fields.check() && send('send') })
  submitByKey(scope, submit)
  const introduction = form.introduction === '' ? [] : [html('p', {}, form.introduction)]
  const words = replay ? [spokenWords(session.lease.language, replay.transcript)] : []
  return html(
    'section',
    { class: 'panel judge-questions' },
    html('h1', { lang: form.language, dir: 'auto' }, form.title),
    ...introduction,
    ...words,
    fields.element,
    html('div', { class: 'panel-end' }, report, said, html('div', { class: 'panel-actions' }, submit)),
  )
}

function spokenWords(language: string, transcript: string): HTMLElement {
  const text = transcript === '' ? html('p', { class: 'hint' }, own('noWords')) : html('p', { class: 'instruction', lang: language, dir: 'auto', 'data-testid': 'instruction' }, transcript)
  return html('section', {}, html('h2', {}, own('words')), text)
}

function showPicture(scope: Scope, place: HTMLElement, { client, scan, lease }: JudgeSession, picture: { viewpoint_id: string; heading: number }): void {
  const container = html('div', { class: 'viewer' })
  place.append(container)
  const options = { viewpointId: picture.viewpoint_id, heading: picture.heading, loadImage: client.image, poster: lease.start_preview, navigable: false }
  const viewer = new Viewer(container, scan, options)
  scope.add(() => viewer.dispose())
}

function showPair(scope: Scope, place: HTMLElement, session: JudgeSession, [left, right]: [ShownWords, ShownWords]): void {
  place.append(html('div', { class: 'judge-pair' }, side('left', left), side('right', right)))

  function side(name: 'left' | 'right', words: ShownWords): HTMLElement {
    const card = html('section', { class: 'judge-side', 'data-testid': `side-${name}` }, html('h2', {}, own(name)))
    if (words.voice_url !== null) {
      const voice = html('div', {})
      card.append(voice)
      void loadVoice(words.voice_url, voice)
    }
    if (words.transcript !== '') card.append(html('p', { class: 'instruction', lang: session.lease.language, dir: 'auto' }, words.transcript))
    return card
  }

  async function loadVoice(url: string, voice: HTMLElement): Promise<void> {
    try {
      const source = URL.createObjectURL(await session.client.blob(url, scope.signal))
      scope.add(() => URL.revokeObjectURL(source))
      voice.replaceChildren(html('audio', { controls: true, src: source }))
    } catch (error) {
      const retry = () => void loadVoice(url, voice)
      if (!scope.disposed) voice.replaceChildren(problemMessage(scope, error, { title: own('unheard'), retry }))
    }
  }
}

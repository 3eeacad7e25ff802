import { button } from '../../kit/dom/button'
import { confirm } from '../../kit/dom/confirm'
import { html } from '../../kit/dom/html'
import { readyToType, submitByKey } from '../../kit/keys/submitKey'
import { isVisible } from '../../kit/formatting/visible'
import { message, problemMessage } from '../../kit/notices/message'
import { t } from '../../kit/messages/messages'
import { PlayerKeys } from '../../player/PlayerKeys'
import { VoicePlayer } from '../../player/VoicePlayer'
import { PosePlayer } from '../../trace/PosePlayer'
import type { PhaseContext } from '../phases/defineTask'
import { type Doubt, doubts, wordCount } from './doubts'
import type { GuideEvent, GuideSession } from './GuideSession'
import { SavedStatus } from './SavedStatus'
import type { Recording } from '../../recording/Recording'
import { TranscriptField } from '../../typing/TranscriptField'

type TranscribeContext = PhaseContext<GuideSession, GuideEvent>

/** What helps to write a transcript, and what it says before the transcript is sent. */
export interface TranscriptHelp {
  /** Whether something has to be done first; it says what. */
  holdsBack: () => boolean
  /** Reasons to look at the transcript again. */
  doubts: () => string[]
}

/** What is asked of a transcript where something else than a walk along a path is written down. */
export interface TranscriptRules {
  /** What the person should know, above the field. */
  notice?: Node
  /** Whether nothing has to be written. */
  mayBeEmpty?: boolean
  /** Whether it cannot be recorded again. */
  once?: boolean
  /** What is no reason to look again. */
  noDoubts?: readonly Doubt[]
}

type HelpWith = (field: TranscriptField, player: VoicePlayer, recording: Recording) => TranscriptHelp

export const showTranscribe = (context: TranscribeContext): void => writeTranscript(context)

/** Shows a field for the transcript of the recording; `helpWith` adds to it, and `rules` say what it need not have. */
export function writeTranscript(context: TranscribeContext, helpWith?: HelpWith, rules: TranscriptRules = {}): void {
  const { scope, root, session } = context
  const { recording } = session
  if (!recording) throw new Error('The transcribe phase needs a recording.')
  const panel = html('section', { class: 'panel' }, html('h1', {}, t(session.speaksOnly ? 'write.listen' : 'write.title')))
  if (rules.notice) panel.append(rules.notice)
  root.append(session.viewerElement, panel)
  session.sight?.showPath(null)
  const player = replay(context, panel, recording)
  const fault = session.faultOf(recording)
  if (fault) panel.append(message({ name: 'walk-fault', ...t(`record.fault.${fault}`, { returnObjects: true }) }))
  const saved = new SavedStatus(scope)
  saved.follow(recording)
  if (!session.speaksOnly) saved.followText(session.drafts)
  const field = session.speaksOnly ? null : transcript(context)
  const words = field?.element ?? html('p', { 'data-testid': 'speech-alone' }, t('write.speechAlone'))
  const help = field ? helpWith?.(field, player, recording) : undefined
  panel.append(new PlayerKeys(scope).element, words, saved.element, actions(context, recording, player, { help, ...rules }))
  readyToType(panel.querySelector('textarea'))
}

/** The recording's waveform; the camera goes where it went while this was said. */
function replay({ scope, session }: TranscribeContext, panel: HTMLElement, recording: Recording): VoicePlayer {
  const player = new VoicePlayer(scope, panel)
  if (session.sight) {
    const camera = new PosePlayer(session.sight, recording.columns)
    scope.add(player.on('time', (time) => camera.seek(time)))
  }
  player
    .load(recording.wav())
    .then(() => player.showSilences())
    .catch((error: unknown) => panel.append(problemMessage(scope, error, { title: t('write.unplayable') })))
  return player
}

function transcript({ scope, session }: TranscribeContext): TranscriptField {
  const field = new TranscriptField(scope, session.language, session.typing)
  const { area } = field
  area.value = session.transcript
  scope.listen(area, 'input', () => (session.transcript = area.value))
  return field
}

interface Actions extends TranscriptRules {
  help?: TranscriptHelp | undefined
}

function actions({ scope, session, send }: TranscribeContext, recording: Recording, player: VoicePlayer, { help, mayBeEmpty = false, once = false, noDoubts = [] }: Actions): HTMLElement {
  const submit = button(scope, {
    name: 'submit',
    label: t('write.submit'),
    icon: 'check',
    look: 'primary',
    press: () => {
      if (!help?.holdsBack()) void askIfDoubtful().then((yes) => yes && send('submit'))
    },
  })
  submitByKey(scope, submit)
  const again = button(scope, {
    name: 'record-again',
    label: t('write.again'),
    icon: 'restart',
    press: () => void confirm(scope, { ...t('write.recordAgain', { returnObjects: true }), harmful: true }).then((yes) => yes && forget()),
  })
  const fault = session.faultOf(recording)
  const enable = () => (submit.disabled = fault !== null || (!session.speaksOnly && !mayBeEmpty && !isVisible(session.transcript)))
  scope.listen(document, 'input', enable)
  enable()
  return html('div', { class: 'panel-actions panel-actions-turned' }, submit, ...(once ? [] : [again]))

  function askIfDoubtful(): Promise<boolean> {
    const [seconds, { voicedSeconds, heardShare }, { transcript }] = [recording.recorded, player, session]
    const all = doubts({ seconds, voicedSeconds, heardShare, transcript, reachedGoal: recording.reachedGoal })
    const found = all.filter((doubt) => !noDoubts.includes(doubt) && (doubt !== 'brief' || !session.speaksOnly))
    const others = help?.doubts() ?? []
    if (found.length + others.length === 0) return Promise.resolve(true)
    const { title, yes, no, ...reasons } = t('write.doubt', {
      returnObjects: true,
      seconds: Math.round(seconds),
      words: wordCount(transcript),
    })
    return confirm(scope, { title, detail: [...found.map((doubt) => reasons[doubt]), ...others], yes, no, harmful: true })
  }

  function forget(): void {
    session.recordAgain()
    send('record-again')
  }
}

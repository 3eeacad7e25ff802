import { html } from '../../../kit/dom/html'
import type { Scope } from '../../../kit/lifecycle/Scope'
import type { VoicePlayer } from '../../../player/VoicePlayer'
import type { Recording } from '../../../recording/Recording'
import type { TranscriptField } from '../../../typing/TranscriptField'
import type { GuideSession } from '../../voiceWalk/GuideSession'
import type { TranscriptHelp } from '../../voiceWalk/showTranscribe'
import { own } from '../messages/own'
import { askForDraft } from './askForDraft'
import { DraftWords, type TextWord } from './DraftWords'
import { MarkedArea } from './MarkedArea'

/** A voice that is played is told at least as often; what lies further apart was skipped. */
const LONGEST_STEP_SECONDS = 0.6
/** The voice begins so much before a word that somebody has to hear. */
const BEFORE_SECONDS = 0.5

/** Puts a recogniser's words into the field as a draft, which the person confirms by listening, by a touch, or by editing. */
export function showDraft(scope: Scope, session: GuideSession, field: TranscriptField, player: VoicePlayer, recording: Recording): TranscriptHelp {
  const told = html('span', { role: 'status', 'data-testid': 'draft-told' })
  const count = html('output', { 'aria-live': 'off', 'data-testid': 'draft-count' })
  field.element.append(html('div', { class: 'draft-told' }, told, count))
  let shown: ShownDraft | null = null
  if (!session.shownDraft) told.textContent = own('draft.waiting')
  void askForDraft(scope, session.client, recording).then((words) => {
    if (scope.disposed) return
    if (words === null) told.textContent = session.shownDraft ? '' : own('draft.none')
    else if (!session.shownDraft && field.area.value.trim() !== '') told.textContent = own('draft.late')
    else {
      told.textContent = own('draft.how')
      shown = new ShownDraft(scope, session, { field, player, told, count }, new DraftWords(words, session.shownDraft?.heard))
    }
  })
  return {
    holdsBack: () => shown?.holdsBack() ?? false,
    doubts: () => shown?.doubts() ?? [],
  }
}

interface Parts {
  field: TranscriptField
  player: VoicePlayer
  told: HTMLElement
  count: HTMLElement
}

class ShownDraft {
  private readonly marked: MarkedArea
  private last: number

  constructor(
    scope: Scope,
    private readonly session: GuideSession,
    private readonly parts: Parts,
    private readonly draft: DraftWords,
  ) {
    const { field, player } = parts
    const { area } = field
    this.marked = new MarkedArea(scope, area)
    if (!session.shownDraft) {
      area.value = draft.text
      area.dispatchEvent(new Event('input', { bubbles: true }))
    }
    this.keep()
    this.last = player.time
    scope.listen(area, 'input', () => this.show())
    scope.listen(area, 'click', () => this.confirm(draft.touch(area.value, area.selectionStart)))
    scope.add(player.on('time', (time) => this.hear(time)))
  }

  /** Unsure words have to be heard or touched: leads to the first, and says so. */
  holdsBack(): boolean {
    const { field, player, told } = this.parts
    const unsure = this.words.filter(({ state }) => state === 'unsure')
    const [first] = unsure
    if (!first) return false
    told.textContent = own('draft.unsure', { count: unsure.length })
    told.dataset.held = ''
    field.area.focus()
    field.area.setSelectionRange(first.start, first.end)
    player.seek((this.draft.words[first.place ?? 0]?.start_time ?? 0) - BEFORE_SECONDS)
    return true
  }

  doubts(): string[] {
    const unheard = this.words.filter(({ state }) => state === 'unheard').length
    return unheard === 0 ? [] : [own('draft.unconfirmed', { count: unheard })]
  }

  private get words(): TextWord[] {
    return this.draft.in(this.parts.field.area.value)
  }

  private hear(time: number): void {
    const from = this.last
    this.last = time
    const step = time - from
    if (this.parts.player.playing && step > 0 && step < LONGEST_STEP_SECONDS) this.confirm(this.draft.hear(from, time))
  }

  private confirm(isNew: boolean): void {
    if (isNew) this.keep()
  }

  private keep(): void {
    this.session.shownDraft = { attempt: this.session.recording?.attempt ?? 0, heard: this.draft.heard }
    this.show()
  }

  private show(): void {
    const words = this.words
    const [kept, left] = [words.filter(({ place }) => place !== null), words.filter(({ state }) => state === 'unheard' || state === 'unsure')]
    this.marked.mark(words)
    this.parts.count.textContent = own('draft.count', { confirmed: kept.length - left.length, words: kept.length })
    if ('held' in this.parts.told.dataset && !words.some(({ state }) => state === 'unsure')) {
      delete this.parts.told.dataset.held
      this.parts.told.textContent = own('draft.how')
    }
  }
}

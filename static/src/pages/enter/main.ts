import { ApiClient } from '../../api/ApiClient'
import { ApiProblem } from '../../api/ApiProblem'
import type { StudyView, VisitView } from '../../api/types'
import { html } from '../../kit/dom/html'
import { timeInZone } from '../../kit/formatting/format'
import { TaskFrame } from '../../kit/frame/TaskFrame'
import { keepForLink, keepSession, keptSession, newToken, personalLink, recallSessions, sessionOfLink } from '../../kit/identity/kept'
import { Scope } from '../../kit/lifecycle/Scope'
import { kindMessage } from '../../kit/messages/kindMessages'
import { openMessages, t } from '../../kit/messages/messages'
import { message } from '../../kit/notices/message'
import { showRefusal, signInMessage } from '../../session/enter'
import { mayArrive } from '../../session/mayBecome'
import { openSession, showWhose, whose } from '../../session/openSession'
import { showVisit } from '../../visit/showVisit'

/** Between two looks whether it is time. */
const LOOK_SECONDS = 15

const REFUSALS = {
  study_not_found: 'unknown',
  study_closed: 'closed',
  entry_claimed: 'claimed',
  invalid_data: 'unknown',
} as const

/** Where people come in from a crowdsourcing platform, and where they get their completion code. */
class EnterPage {
  private readonly scope = new Scope()

  constructor(private readonly page: HTMLElement) {}

  async open(): Promise<void> {
    await openMessages()
    try {
      const { study, key, ...ids } = Object.fromEntries(new URLSearchParams(location.search))
      if (study !== undefined && key !== undefined) await this.arrive(study, key, ids)
      else await this.goOn()
    } catch (error) {
      this.refuse(error)
    }
  }

  private async arrive(studyId: string, key: string, ids: Record<string, string>): Promise<void> {
    const nobody = new ApiClient(null)
    const study = await nobody.study(studyId, key)
    const worker = ids[study.worker_parameter] ?? ''
    await recallSessions()
    const [kept, known] = [keptSession(), sessionOfLink(worker)]
    if (kept !== known && !(await mayArrive(await whose(kept), worker))) {
      history.replaceState(null, '', '/enter')
      await this.goOn()
      return
    }
    const session = known ?? newToken()
    try {
      if (worker !== '') await keepForLink(worker, session)
      const visit = await nobody.enterStudy(studyId, key, { session, ids })
      const isKept = await keepSession(session)
      history.replaceState(null, '', isKept ? '/enter' : personalLink('/enter'))
      void showWhose(session)
      this.welcome(study, new ApiClient(session), visit)
    } catch (error) {
      const code = error instanceof ApiProblem ? error.code : ''
      if (code === 'preview') this.preview(study)
      else if (code === 'not_yet_open' && study.opens_at !== null) this.waitUntil(study.opens_at)
      else throw error
    }
  }

  /** Shows returning people how much they have done. */
  private async goOn(): Promise<void> {
    const session = await openSession()
    const client = new ApiClient(session)
    const visit = session === null ? null : await client.visit()
    const root = this.turnTo('visit')
    if (visit === null) root.append(signInMessage('noLink'))
    else await showVisit(this.scope, root, client, visit, { open: true })
  }

  private welcome(study: StudyView, client: ApiClient, visit: VisitView): void {
    if (visit.done > 0) {
      void showVisit(this.scope, this.turnTo('visit'), client, visit, { open: true })
      return
    }
    const begin = html('a', { class: 'button button-primary', href: personalLink(`/${study.kind}`), 'data-testid': 'begin' }, t('visit.begin'))
    this.turnTo('offer').append(offer(study, 'welcome', t('visit.offer.code'), begin))
  }

  private preview(study: StudyView): void {
    this.turnTo('offer').append(offer(study, 'preview', t('visit.offer.preview')))
  }

  /** Comes in by itself when it is time; until then the person takes no place. */
  private waitUntil(opensAt: string): void {
    const told = message({ name: 'study-early', title: t('agreed.title'), detail: t('agreed.begins', { time: timeInZone(opensAt) }) })
    this.turnTo('early').append(told)
    this.scope.every(LOOK_SECONDS, () => {
      if (Date.now() >= Date.parse(opensAt)) location.reload()
    })
  }

  private refuse(error: unknown): void {
    const state = error instanceof ApiProblem ? REFUSALS[error.code as keyof typeof REFUSALS] : undefined
    if (state === undefined) showRefusal(this.page, t('visit.title'), error, () => location.reload())
    else this.turnTo('refused').append(message({ name: `study-${state}`, ...t(`visit.refused.${state}`, { returnObjects: true }) }))
  }

  private turnTo(phase: string): HTMLElement {
    return new TaskFrame(this.scope, this.page, t('visit.title'), []).turnTo(phase, undefined, false)
  }
}

/** Says what people will do, but nothing about the place or the paths. */
function offer({ kind, required }: StudyView, name: string, detail: string, ...actions: Node[]): HTMLElement {
  const points = [kindMessage(kind, 'offer') ?? t('visit.offer.other'), t('visit.offer.tasks', { required }), detail]
  const list = html('ul', {}, ...points.map((point) => html('li', {}, point)))
  const element = html('section', { class: 'message offer', 'data-testid': name }, html('h1', {}, t('visit.offer.title')), list)
  if (actions.length > 0) element.append(html('div', { class: 'message-actions' }, ...actions))
  return element
}

const page = document.querySelector<HTMLElement>('#page')
if (page) void new EnterPage(page).open()

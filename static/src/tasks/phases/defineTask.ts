import type { ApiClient } from '../../api/ApiClient'
import type { LeaseView, PhaseTime, ScanView } from '../../api/types'
import type { Place } from '../../kit/keys/actions'
import type { Scope } from '../../kit/lifecycle/Scope'
import type { DraftKeeper } from '../../storage/DraftKeeper'
import type { Opened } from '../../storage/openStore'
import type { ActionLog } from '../../actions/ActionLog'
import type { Aids } from './Aids'
import type { Transitions } from './PhaseMachine'

/** What a person's task begins with. `scope` ends with the task. */
export interface TaskContext {
  scope: Scope
  client: ApiClient
  lease: LeaseView
  scan: ScanView
  /** The storage of this device. */
  storage: Opened
  /** What `draft` returned when the page was left; null in a new task. */
  draft: unknown
  /** Stores the draft, and knows whether this device and the server have it. */
  drafts: DraftKeeper
  /** Stores the draft at the next pause, or at once. */
  keepDraft: (options?: { now: boolean }) => void
  /** What the person does on the page, where the campaign asks for it. */
  actions?: ActionLog | null
  /** How long each phase has taken so far. */
  phaseTimes: () => PhaseTime[]
}

export interface PhaseContext<Session, Event extends string> {
  /** Ends with the phase. */
  scope: Scope
  /** The element for the phase: in the document, and empty. */
  root: HTMLElement
  lease: LeaseView
  session: Session
  /** What the person has beside the pictures. */
  aids: Aids
  send: (event: Event) => void
  /** Leaves the task and opens the next one. */
  next: () => void
}

export interface IntroductionContext<Session> {
  /** Ends when it is no longer shown. */
  scope: Scope
  lease: LeaseView
  session: Session
}

/** What people read before they do a task in this way for the first time; later the help button shows it. */
export interface Introduction<Session, Event extends string> {
  /** All of it but the buttons that begin. */
  show: (context: IntroductionContext<Session>) => readonly Node[]
  /** The event that leads from the first phase into the task: sent at once for people who have read it. */
  begin: Event
}

/** What a lesson is given, before the first task of its kind. */
export interface LessonContext {
  scope: Scope
  root: HTMLElement
  /** Empties the page for another phase of the lesson. Around a `panorama` the menus are put away. */
  turn: (phase: string, panorama?: boolean) => HTMLElement
  client: ApiClient
  kind: string
  /** Goes on to the tasks. */
  next: () => void
}

export interface Phase<Session, Event extends string> {
  /** What the progress bar calls it; a phase without a title belongs to the one before it. */
  title?: (session: Session) => string
  /** Around a panorama: it fills the window, and the menus of the page are put away. */
  dark?: boolean
  /** Nobody's limited time passes in it, as where an answer is sent; it passes neither in an introduction nor after the end. */
  untimed?: true
  show: (context: PhaseContext<Session, Event>) => void
}

/** Shows a task from its beginning, or continues where it was left. */
export type OpenTask = <Session, Name extends string, Event extends string>(task: TaskDefinition<Session, Name, Event>) => Promise<void>

export interface TaskDefinition<Session, Name extends string, Event extends string> {
  /** The kind of the leases that it works on. */
  id: string
  title: () => string
  first: Name
  /** Where keys act on its pages, for the dialog that changes them; without it, where they act on most. */
  keys?: readonly Place[]
  transitions: Transitions<Name, Event>
  phases: Record<Name, Phase<Session, Event>>
  /** Without one, every task begins with its first phase. */
  introduction?: Introduction<Session, Event>
  /** Stops what must not go on while something covers the page; returns whether there was anything to stop. */
  interrupt?: (session: Session) => boolean
  /** The event that ends the work when the campaign's time limit is over; without it, people finish what they do. */
  timeUp?: (session: Session) => Event
  /** The viewpoint at which the person stands, for a report of a problem; null where they stand nowhere. */
  whereabouts?: (session: Session) => string | null
  /** Whether people may give the task back, for somebody else to do. Where giving up is an answer, they may not. */
  mayBeSkipped?: boolean
  /** Checks to pass before a task is leased, so that nobody's time runs meanwhile; resolves when they have passed. */
  prepare?: (scope: Scope, root: HTMLElement, client: ApiClient) => Promise<void>
  /** Opens another definition in place of this one, where the lease asks for the same kind in another way; null where it does not. */
  variant?: (lease: LeaseView, open: OpenTask) => Promise<void> | null
  /** What the kind's training is, where it is no training walk. */
  lesson?: (context: LessonContext) => Promise<void>
  /** Makes the session, which outlasts the phases. */
  begin: (context: TaskContext) => Session | Promise<Session>
  /** What a reopened page needs of a session, as JSON. */
  draft?: (session: Session) => unknown
  /** The phase in which to continue a page that was left in `phase`; without it, a reopened task begins with its first phase. */
  reopen?: (session: Session, phase: string) => Name
}

/** A task's browser half: its phases, and how one leads to the next. */
export const defineTask = <Session, Name extends string, Event extends string>(
  task: TaskDefinition<Session, Name, Event>,
): TaskDefinition<Session, Name, Event> => task

import type { ApiClient } from '../../api/ApiClient'
import type { LeaseView, PhaseTime, ScanView } from '../../api/types'
import type { Scope } from '../../kit/lifecycle/Scope'
import type { DraftKeeper } from '../../storage/DraftKeeper'
import type { Opened } from '../../storage/openStore'
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
  /** Stores the draft at the next pause. */
  keepDraft: () => void
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
  send: (event: Event) => void
  /** Leaves the task and opens the next one. */
  next: () => void
}

export interface Phase<Session, Event extends string> {
  /** What the progress bar calls it; a phase without a title belongs to the one before it. */
  title?: (session: Session) => string
  /** Shown dark, around a panorama. */
  dark?: boolean
  show: (context: PhaseContext<Session, Event>) => void
}

/** Shows a task from its beginning, or continues where it was left. */
export type OpenTask = <Session, Name extends string, Event extends string>(task: TaskDefinition<Session, Name, Event>) => Promise<void>

export interface TaskDefinition<Session, Name extends string, Event extends string> {
  /** The kind of the leases that it works on. */
  id: string
  title: () => string
  first: Name
  transitions: Transitions<Name, Event>
  phases: Record<Name, Phase<Session, Event>>
  /** Checks to pass before a task is leased, so that nobody's time runs meanwhile; resolves when they have passed. */
  prepare?: (scope: Scope, root: HTMLElement, client: ApiClient) => Promise<void>
  /** Opens another definition in place of this one, where the lease asks for the same kind in another way; null where it does not. */
  variant?: (lease: LeaseView, open: OpenTask) => Promise<void> | null
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

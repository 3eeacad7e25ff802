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
  /** What this device keeps. */
  storage: Opened
  /** What `draft` gave when the page was left; null in a task that is new. */
  draft: unknown
  /** How far the draft is kept. */
  drafts: DraftKeeper
  /** Asks for the draft, and keeps it at the next pause. */
  keepDraft: () => void
  /** How long the phases took so far. */
  phaseTimes: () => PhaseTime[]
}

export interface PhaseContext<Session, Event extends string> {
  /** Ends with the phase. */
  scope: Scope
  /** Where the phase shows itself; in the document, and empty. */
  root: HTMLElement
  lease: LeaseView
  session: Session
  send: (event: Event) => void
  /** Leaves the task and opens the next one. */
  next: () => void
}

export interface Phase<Session, Event extends string> {
  /** What the progress bar calls it; a phase without a title belongs to the one before it. */
  title?: () => string
  /** Shown dark, around a panorama. */
  dark?: boolean
  show: (context: PhaseContext<Session, Event>) => void
}

export interface TaskDefinition<Session, Name extends string, Event extends string> {
  /** The kind of the leases that it works on. */
  id: string
  title: () => string
  first: Name
  transitions: Transitions<Name, Event>
  phases: Record<Name, Phase<Session, Event>>
  /** What must be in order before a task is leased, so that nobody's time runs meanwhile; resolves when it is. */
  prepare?: (scope: Scope, root: HTMLElement) => Promise<void>
  /** Makes what outlasts a phase. */
  begin: (context: TaskContext) => Session | Promise<Session>
  /** What a page that is opened again needs of a session, as JSON. */
  draft?: (session: Session) => unknown
  /** The phase to go on with in a page that was left in `phase`; without it, a task that is left begins anew. */
  reopen?: (session: Session, phase: string) => Name
}

/** A task's browser half: its phases, and how one leads to the next. */
export const defineTask = <Session, Name extends string, Event extends string>(
  task: TaskDefinition<Session, Name, Event>,
): TaskDefinition<Session, Name, Event> => task

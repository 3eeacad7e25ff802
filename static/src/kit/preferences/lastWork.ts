import { prefer, preference } from './preferences'

const PREFERENCE = 'last-work'

/** Remembers the page of the task that the person works on, so that other pages lead back there. */
export const rememberWork = (): void => prefer(PREFERENCE, location.pathname)

/** The page of the tasks that were done last in this browser; null where there were none. */
export const lastWork = (): string | null => preference(PREFERENCE)

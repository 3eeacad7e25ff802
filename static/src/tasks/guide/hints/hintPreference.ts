import { prefer, preference } from '../../../kit/preferences/preferences'

const NAME = 'guide-hints'

/** Whether this person wants hints while they record. */
export const wantsHints = (): boolean => preference(NAME) !== 'off'

export const preferHints = (wanted: boolean): void => prefer(NAME, wanted ? 'on' : 'off')

import { prefer, preference } from '../../kit/preferences/preferences'

const NAME = 'path-turn'

/** Whether this person wants the camera to turn to the path after each step along it. */
export const wantsTurns = (): boolean => preference(NAME) !== 'off'

export const preferTurns = (wanted: boolean): void => prefer(NAME, wanted ? 'on' : 'off')

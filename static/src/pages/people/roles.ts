import type { Me } from '../../api/types'
import { say } from '../../kit/messages/staffMessages'

export type Role = Me['role']

export const roleName = (role: Role): string => ({ annotator: say('Annotator'), reviewer: say('Reviewer'), manager: say('Manager'), owner: say('Owner') })[role]

import { say } from '../kit/messages/staffMessages'
// One source of the names, here and on the command line.
import NAMES from '../../../pangea_server/quality/flags/names.json'

const named = NAMES as Readonly<Record<string, { readonly name: string; readonly about: string }>>

/** What a flag is called, everywhere; one of another package is called by its own word. */
export const flagName = (flag: string): string => say(named[flag]?.name ?? flag.replaceAll('_', ' '))

/** What it means that a flag is raised, in a sentence; empty for a flag of another package. */
export const flagAbout = (flag: string): string => (named[flag] ? say(named[flag].about) : '')

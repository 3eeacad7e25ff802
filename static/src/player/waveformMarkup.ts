/** The shadow tree that wavesurfer.js writes as text, or none: a style sheet, and boxes that have nothing but names. */
export const WAVEFORM_MARKUP = /^\s*(?:<style>[^<]*<\/style>\s*)?(?:(?:<div(?: (?:class|part)="[a-z ]*")*>|<\/div>)\s*)*$/

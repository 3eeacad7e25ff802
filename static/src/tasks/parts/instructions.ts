import type { LeaseView } from '../../api/types'
import { html } from '../../kit/dom/html'
import { keyWords } from '../../kit/keys/showKeys'
import { t } from '../../kit/messages/messages'
import { formattedText, showFilm } from '../../kit/notices/formattedText'

interface PictureOptions {
  /** Whether the person sees a line on the floor. */
  line?: boolean
}

type Control = readonly [keys: readonly string[], text: string]

/** How to move, at a glance: by mouse and keys, or by fingers where there is nothing else. The style sheet shows one of them. */
export function controlsPicture({ line = false }: PictureOptions = {}): HTMLElement {
  const look = (['lookLeft', 'lookRight', 'lookUp', 'lookDown'] as const).map(keyWords)
  const byMouse: readonly Control[] = [
    [[t('controls.drag')], t('controls.look')],
    [[t('controls.ring')], t('controls.step')],
    [[t('controls.wheel')], t('controls.zoom')],
    [look, t('controls.lookByKeys')],
    [[keyWords('step')], t('controls.ahead')],
  ]
  const byFingers: readonly Control[] = [
    [[t('controls.swipe')], t('controls.look')],
    [[t('controls.tap')], t('controls.step')],
    [[t('controls.pinch')], t('controls.zoom')],
  ]
  return html('figure', { class: 'controls-picture' }, roomPicture(line), controlsList('for-mouse', byMouse), controlsList('for-fingers', byFingers))
}

function controlsList(name: 'for-mouse' | 'for-fingers', controls: readonly Control[]): HTMLElement {
  const caps = (keys: readonly string[]) => html('span', { class: 'keys' }, ...keys.map((key) => html('kbd', {}, key)))
  return html('ul', { class: name, 'data-testid': name }, ...controls.map(([keys, text]) => html('li', {}, caps(keys), html('span', {}, text))))
}

const NAMESPACE = 'http://www.w3.org/2000/svg'
const SHAPES: readonly (readonly [name: string, attributes: Record<string, string>])[] = [
  ['path', { class: 'room-wall', d: 'M0 0h320v180H0z' }],
  ['path', { class: 'room-back', d: 'M100 40h120v70H100z' }],
  ['path', { class: 'room-floor', d: 'M0 180L100 110h120l100 70z' }],
  ['path', { class: 'room-edges', d: 'M0 0l100 40M320 0l-100 40M0 180l100-70M320 180l-100-70M100 40h120v70H100z' }],
  ['path', { class: 'room-door', d: 'M180 110V62h26v48z' }],
  ['path', { class: 'room-path', d: 'M150 180Q158 140 176 128T193 112' }],
  ['ellipse', { class: 'room-ring', cx: '172', cy: '131', rx: '17', ry: '6' }],
  ['path', { class: 'room-drag', d: 'M44 84c14-10 38-10 52 0M44 84l9-1M44 84l2-9M96 84l-9-1M96 84l-2-9' }],
  ['path', { class: 'room-pointer', d: 'M176 133l4 17 4-5 6 0z' }],
]

function roomPicture(line: boolean): SVGSVGElement {
  const svg = document.createElementNS(NAMESPACE, 'svg')
  svg.setAttribute('viewBox', '0 0 320 180')
  svg.setAttribute('class', 'room-picture')
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', t('controls.picture'))
  const shapes = SHAPES.filter(([, { class: part }]) => line || part !== 'room-path')
  for (const [name, attributes] of shapes) {
    const shape = document.createElementNS(NAMESPACE, name)
    for (const [attribute, value] of Object.entries(attributes)) shape.setAttribute(attribute, value)
    svg.append(shape)
  }
  return svg
}

export interface InstructionStep {
  title: string
  text: string
}

/** What a person will do, step by step. */
export function instructionSteps(steps: readonly InstructionStep[]): HTMLElement {
  const items = steps.map(({ title, text }) => html('li', {}, html('h2', {}, title), html('p', {}, text)))
  return html('ol', { class: 'instructions' }, ...items)
}

/** The film of this task, and the campaign's own instructions for it, where there are any. */
export function campaignInstructions({ instructions, film, actions }: LeaseView): HTMLElement[] {
  const own = html('section', { class: 'campaign-instructions', 'data-testid': 'campaign-instructions' }, ...formattedText(instructions))
  const watched = html('p', { class: 'hint', 'data-testid': 'actions-notice' }, t('actions'))
  return [...(film ? [taskFilm(film)] : []), ...(instructions.length > 0 ? [own] : []), ...(actions ? [watched] : [])]
}

/** A film that is loaded once somebody plays it. */
function taskFilm({ address, captions }: NonNullable<LeaseView['film']>): HTMLElement {
  const label = t('film')
  const film = showFilm(address, label, inOwnLanguage(captions))
  film.preload = 'none'
  return html('details', { class: 'task-film', 'data-testid': 'task-film' }, html('summary', {}, label), film)
}

/** The captions in the language of the page first: these are shown. */
function inOwnLanguage<Captions extends { language: string }>(captions: readonly Captions[]): Captions[] {
  const isOwn = ({ language }: Captions) => Number(language === document.documentElement.lang.split('-')[0])
  return [...captions].sort((one, other) => isOwn(other) - isOwn(one))
}

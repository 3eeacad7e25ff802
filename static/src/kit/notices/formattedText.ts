import { html } from '../dom/html'
import { t } from '../messages/messages'

/** A film's captions in a language. */
interface Captions {
  address: string
  language: string
}

/** Plain `text`, or an element around `children`; what shows or links to something has its `address`. */
interface TextNode {
  element: 'text' | 'h2' | 'h3' | 'p' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'br' | 'a' | 'img' | 'video'
  text: string
  address: string
  captions: Captions[]
  children: TextNode[]
}

/** Markdown that the server has parsed, as elements; the text cannot inject HTML. */
export const formattedText = (body: readonly TextNode[]): Node[] => body.map(element)

function element(node: TextNode): Node {
  const { element: name, text, children } = node
  if (name === 'text') return document.createTextNode(text)
  if (name === 'a') return link(node)
  if (name === 'img') return isOurs(node.address) ? html('img', { src: node.address, alt: text, class: 'text-picture' }) : document.createTextNode(text)
  if (name === 'video') return isOurs(node.address) ? film(node) : document.createTextNode(text)
  return html(name, {}, ...children.map(element))
}

/** A link to another site: in a tab of its own, which learns nothing about this page. */
function link({ address, children }: TextNode): Node {
  const shown = children.map(element)
  if (!address.startsWith('https://')) return html('span', {}, ...shown)
  return html('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, ...shown, html('span', { class: 'visually-hidden' }, ` ${t('opensTab')}`))
}

function film({ address, text, captions }: TextNode): HTMLVideoElement {
  return showFilm(address, text, captions.filter((each) => isOurs(each.address)))
}

/** A film with its controls; of its captions, the first are shown. */
export function showFilm(address: string, label: string, captions: readonly Captions[]): HTMLVideoElement {
  const tracks = captions.map((each, index) =>
    html('track', { kind: 'captions', src: each.address, srclang: each.language, label: languageName(each.language), default: index === 0 }),
  )
  return html('video', { src: address, controls: true, playsinline: true, preload: 'metadata', 'aria-label': label, class: 'text-film' }, ...tracks)
}

const languageName = (tag: string) => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag

/** Nothing is loaded from another site, whatever the server says. */
const isOurs = (address: string) => /^\/[^/\\]/.test(address)

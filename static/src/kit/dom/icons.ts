const NAMESPACE = 'http://www.w3.org/2000/svg'

/** Outlines on a 24 by 24 grid; icons whose names end in `filled` are filled. */
const PATHS = {
  record: 'M12 6a6 6 0 1 0 0 12a6 6 0 1 0 0-12z',
  pause: 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z',
  play: 'M7 4.5v15l12.5-7.5z',
  restart: 'M5 12a7 7 0 1 0 2.2-5.1M5 4v4.5h4.5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  back: 'M11 6l-6 6l6 6M5 12h14',
  ahead: 'M5 6l7 6l-7 6zM13 6l7 6l-7 6z',
  microphone: 'M12 4a3 3 0 0 0-3 3v4a3 3 0 0 0 6 0V7a3 3 0 0 0-3-3zM6 11a6 6 0 0 0 12 0M12 17v3',
  text: 'M5 7h14M5 12h14M5 17h9',
  picture: 'M4 5h16v14H4zM4 16l5-5l4 4l3-3l4 4M15.5 9h.5',
  help: 'M9 9.2a3 3 0 1 1 4.4 2.6c-1 .6-1.4 1.1-1.4 2.2M12 17.3v.2',
  keyboard: 'M3 7h18v10H3zM6.5 10h.5M10 10h.5M13.5 10h.5M17 10h.5M8 14h8',
  extremes: 'M12 4v1M12 19v1M4 12h1M19 12h1M9 5h6M9 19h6M5 9v6M19 9v6',
  box: 'M5 6h14v12H5z',
  group: 'M3.5 4.5h17v15h-17zM7 8h4v4H7zM13 12h4v4h-4z',
  polygon: 'M12 4l8 6l-3 9H7l-3-9z',
  undo: 'M9 5L4.5 9.5L9 14M5 9.5h9a5 5 0 0 1 0 10h-3',
  redo: 'M15 5l4.5 4.5L15 14M19 9.5h-9a5 5 0 0 0 0 10h3',
  snap: 'M5 4v8a7 7 0 0 0 14 0V4h-4v8a3 3 0 0 1-6 0V4zM5 8h4M15 8h4',
  bin: 'M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7M10.5 11v5M13.5 11v5',
  person: 'M12 4.5a3.7 3.7 0 1 0 0 7.4a3.7 3.7 0 1 0 0-7.4zM5 20a7 7 0 0 1 14 0',
  clock: 'M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16zM12 8v4.5l3 2',
  flag: 'M6 20V4M6 5h11l-2.5 4L17 13H6',
} as const

const FILLED: ReadonlySet<string> = new Set(['record', 'pause', 'play', 'ahead'])

/** Icons that follow the direction of reading. Those of time (`play`, `ahead`) do not: voices run from left to right everywhere. */
const TURNING: ReadonlySet<string> = new Set(['back', 'text'])

export type Icon = keyof typeof PATHS

/** The `d` of an icon's path, and the class that says how it is drawn. */
export function outline(name: Icon): { path: string; className: string } {
  return { path: PATHS[name], className: ['icon', ...(FILLED.has(name) ? ['icon-filled'] : []), ...(TURNING.has(name) ? ['icon-turns'] : [])].join(' ') }
}

export function icon(name: Icon): SVGSVGElement {
  const { path: outlined, className } = outline(name)
  const svg = document.createElementNS(NAMESPACE, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('class', className)
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(NAMESPACE, 'path')
  path.setAttribute('d', outlined)
  svg.append(path)
  return svg
}

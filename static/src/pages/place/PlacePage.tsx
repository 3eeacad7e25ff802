import { ApiProblem } from '../../api/ApiProblem'
import type { TeamClient } from '../../api/TeamClient'
import type { ScanView } from '../../api/types'
import { ScanGraph } from '../../graph/ScanGraph'
import { download } from '../../kit/dom/download'
import { html } from '../../kit/dom/html'
import { decimal } from '../../kit/formatting/format'
import type { Scope } from '../../kit/lifecycle/Scope'
import { say } from '../../kit/messages/staffMessages'
import { problemNotice } from '../../kit/notices/notice'
import { NoticeCard } from '../../kit/notices/NoticeCard'
import { BackLink, Button } from '../../kit/view/controls'
import { drawInto, Embedded } from '../../kit/view/drawing'
import { PageMenus } from '../../kit/view/PageMenus'
import { mapPose } from '../../map/MapWalker'
import { TopDownMap } from '../../map/TopDownMap'
import { Viewer } from '../../viewer/Viewer'
import { Edges, type Mark } from './Edges'

/** A place to walk through, and each of its edges to be found good or bad. */
export class PlacePage {
  private readonly draw: ReturnType<typeof drawInto>

  constructor(
    root: HTMLElement,
    private readonly client: Pick<TeamClient, 'scan' | 'image'>,
    private readonly scope: Scope,
  ) {
    this.draw = drawInto(root)
  }

  async load(): Promise<void> {
    const scanId = new URLSearchParams(location.search).get('scan') ?? ''
    try {
      this.open(await this.client.scan(scanId))
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      this.draw(<NoticeCard notice={problemNotice(reason, say('The place cannot be shown'))} />)
    }
  }

  private open(scan: ScanView): void {
    const [first] = scan.viewpoints
    if (!first) {
      this.draw(<NoticeCard notice={{ name: 'no-viewpoints', title: say('The place has no viewpoints'), detail: say('There is no panorama to stand in.'), remedy: say('Ask pangea env check what is wrong with it.') }} />)
      return
    }
    const graph = new ScanGraph(scan)
    const [neighbour] = first.neighbors
    const heading = neighbour === undefined ? 0 : graph.direction(first.viewpoint_id, neighbour).heading
    const container = html('div', { class: 'viewer' })
    const viewer = new Viewer(container, scan, { viewpointId: first.viewpoint_id, heading, loadImage: this.client.image })
    this.scope.add(() => viewer.dispose())
    const map = new TopDownMap(scan)
    const edges = new Edges(scan)
    const show = () => this.draw(<Place scan={scan} graph={graph} viewer={viewer} container={container} map={map} edges={edges} save={() => download(this.scope, new Blob([JSON.stringify(edges.file, null, 2)], { type: 'application/json' }), `${scan.scan_id}-edges.json`)} />)
    const follow = () => {
      const { extrinsic_matrix: extrinsic, intrinsic_matrix: intrinsic } = viewer.snapshot()
      map.setPose(mapPose(extrinsic, intrinsic))
    }
    this.scope.add(viewer.on('camerachange', follow))
    this.scope.add(viewer.on('viewpointchange', show))
    this.scope.add(edges.on('change', show))
    show()
  }
}

interface PlaceProps {
  readonly scan: ScanView
  readonly graph: ScanGraph
  readonly viewer: Viewer
  readonly container: HTMLElement
  readonly map: TopDownMap
  readonly edges: Edges
  readonly save: () => void
}

function Place({ scan, graph, viewer, container, map, edges, save }: PlaceProps) {
  const here = viewer.viewpointId
  return (
    <>
      <header class="page-head">
        <BackLink />
        <h1>{scan.scan_id}</h1>
        <p class="updated" role="status" data-testid="edges-marked">
          {say('Edges: {{total}}, good: {{good}}, bad: {{bad}}', { total: edges.all.length, good: edges.count('good'), bad: edges.count('bad') })}
        </p>
        <PageMenus />
      </header>
      <div class="place">
        <section class="stage dark" aria-label={say('The panorama')}>
          <Embedded element={container} />
        </section>
        <div class="place-side">
          <section class="card" aria-label={say('Map')}>
            <Embedded element={map.element} />
          </section>
          <section class="card place-edges" aria-label={say('Edges from here')}>
            <h2 data-testid="place-here">{here}</h2>
            <p class="hint">{say('Does each way lead where a person could walk, and does the picture show it in that direction?')}</p>
            <ul>
              {graph.neighbors(here).map(({ viewpoint_id: to }) => (
                <EdgeRow key={to} to={to} metres={graph.distance(here, to)} mark={edges.markOf(here, to)} look={() => lookAlong(viewer, graph, here, to)} step={() => void viewer.moveTo(to).catch(() => undefined)} choose={(mark) => edges.mark(here, to, mark)} />
              ))}
            </ul>
            <div class="place-ending">
              <Button name="next-edge" label={say('Next edge')} look="primary" disabled={edges.next(here) === null} press={() => void goToNext(viewer, graph, edges)} />
              <Button name="save-edges" label={say('Save the marks as a file')} press={save} />
            </div>
          </section>
        </div>
      </div>
    </>
  )
}

interface EdgeRowProps {
  readonly to: string
  readonly metres: number
  readonly mark: Mark | null
  readonly look: () => void
  readonly step: () => void
  readonly choose: (mark: Mark) => void
}

function EdgeRow({ to, metres, mark, look, step, choose }: EdgeRowProps) {
  return (
    <li data-mark={mark ?? 'none'} data-testid="edge">
      <span class="place-edge">
        <strong>{to}</strong> {decimal(metres, 1)} m
      </span>
      <span class="place-marks">
        <Button name={`look-${to}`} label={say('Look')} press={look} />
        <Button name={`step-${to}`} label={say('Go there')} press={step} />
        <Button name={`good-${to}`} label={say('Good')} pressed={mark === 'good'} press={() => choose('good')} />
        <Button name={`bad-${to}`} label={say('Bad')} pressed={mark === 'bad'} press={() => choose('bad')} />
      </span>
    </li>
  )
}

function lookAlong(viewer: Viewer, graph: ScanGraph, from: string, to: string): void {
  const { heading, elevation } = graph.direction(from, to)
  viewer.lookAt(heading, elevation)
}

/** Stands at one end of an edge that nobody has marked, and looks along it. */
async function goToNext(viewer: Viewer, graph: ScanGraph, edges: Edges): Promise<void> {
  const edge = edges.next(viewer.viewpointId)
  if (!edge) return
  const [from, to] = edge[1] === viewer.viewpointId ? [edge[1], edge[0]] : edge
  if (viewer.viewpointId !== from) await viewer.moveTo(from, { animate: false }).catch(() => undefined)
  if (viewer.viewpointId === from) lookAlong(viewer, graph, from, to)
}

import { ApiProblem } from '../../api/ApiProblem'
import type { EdgeDoubt, Edit, EditClient, EditedPlace, EditedPlan, Sight, Spot } from '../../api/EditClient'
import type { Scope } from '../../kit/lifecycle/Scope'
import { say } from '../../kit/messages/staffMessages'
import { type Notice, problemNotice } from '../../kit/notices/notice'
import { NoticeCard } from '../../kit/notices/NoticeCard'
import { drawInto } from '../../kit/view/drawing'
import type { MapPoint } from '../../map/mapProjection'
import { placeOf } from '../../map/lyingPlan'
import { storeyAt, storeysOf } from '../../map/storeys'
import { TeamPage } from '../../session/TeamPage'
import { begun, type EditState, otherThan, type Side, spotOf, stillHolding, type Tool, usable } from './editState'
import { EditView } from './EditView'
import { between, floorUnder, shownOf, shownWay } from './frames'
import { listenForKeys } from './keys'
import { placesSeen, pointIn } from './marks'
import { Pane } from './Pane'
import { Plan } from './Plan'
import { apart, fitting, type Laying, laidNext, PlanPictures, pressed } from './planPictures'

/** Corrects a place: a plan, two panoramas, edges by doubt; each edit is written at once. */
export class EditPage extends TeamPage<EditState> {
  private readonly show: ReturnType<typeof drawInto>
  private from!: Pane
  private subject!: Pane
  private plan!: Plan
  private readonly plans: PlanPictures
  private readonly pictures = new Map<string, { readonly blurred: number; readonly version: number }>()
  /** The last of the edits that were asked for. */
  private acts: Promise<unknown> = Promise.resolve()

  constructor(
    root: HTMLElement,
    private readonly client: EditClient,
    private readonly scope: Scope,
  ) {
    super({} as EditState)
    this.show = drawInto(root)
    this.plans = new PlanPictures(client)
    root.dataset.page = 'edit'
  }

  async load(): Promise<void> {
    try {
      this.open(await this.client.place())
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      const notice = reason.status === 401 ? { ...NOT_OPENED(), detail: reason.message } : problemNotice(reason, say('The place cannot be edited'))
      this.show(<NoticeCard notice={notice} />)
    }
  }

  /** Shows a viewpoint, or a picture that waits, as the one that is edited. */
  choose(subject: string): void {
    const { place, tool, laying, storey } = this.state
    const from = this.state.from === subject ? this.state.subject : this.state.from
    const pair = this.pair(this.spot(from) ? from : otherThan(subject, place), subject)
    const stays = tool === 'plan' && pair.storey === storey // the cameras of the two are where the points of its picture lie
    this.change({ ...pair, ...(stays ? { laying } : { tool: null }), edge: null, following: false, problem: null })
    this.face()
  }

  /** Shows a viewpoint as the one that the other is seen from. */
  chooseFrom(from: string): void {
    if (from === this.state.subject) return this.swap()
    this.change({ from, first: null, edge: null, problem: null })
    this.face()
  }

  swap(): void {
    const { from, subject } = this.state
    if (from === null || !this.spot(subject)) return
    this.change({ from: subject, subject: from, first: null, problem: null })
    this.face()
  }

  /** Takes a tool, or puts it down. */
  take(tool: Tool | null): void {
    const usable = tool === null || this.usable(tool)
    const taken = usable && tool !== this.state.tool ? tool : null
    this.change({ tool: taken, first: null, problem: null, inRoom: [this.state.subject], laying: null })
    this.change({ laying: this.layingNext() })
  }

  /** Whether there is what a tool needs. */
  usable(tool: Tool): boolean {
    return usable(tool, this.state)
  }

  togglePart(): void {
    this.change({ part: !this.state.part })
  }

  pickCentre(): void {
    const { tool } = this.state
    if (tool === 'plan') return this.plan.pickMiddle()
    const pane = tool === 'place' ? this.from : tool === 'face' || tool === 'level' || tool === 'blur' || this.subject.hasFocus ? this.subject : this.from
    if (tool !== null) pane.pickCentre()
  }

  async turn(degrees: number): Promise<void> {
    const { subject: id, part } = this.state
    if (this.spot(id)) await this.edit({ kind: 'turn', viewpoint_id: id, by: (degrees * Math.PI) / 180, part })
  }

  async join(): Promise<void> {
    const { from, subject } = this.state
    if (from !== null && this.spot(subject)) await this.edit({ kind: 'join', a: from, b: subject })
  }

  async takeOut(): Promise<void> {
    if (this.spot(this.state.subject)) await this.edit({ kind: 'take_out', viewpoint_id: this.state.subject })
  }

  /** Decides on the edge that is looked at, and goes on to the next. */
  async decide(kind: 'keep' | 'part'): Promise<void> {
    const edge = this.state.edge ?? this.undecided[0]
    if (!edge) return
    if (await this.edit({ kind, a: edge.a, b: edge.b })) this.lookAt(this.undecided[0] ?? null)
  }

  /** Stands at one end of an edge and looks along it, and back from the other. */
  lookAt(edge: EdgeDoubt | null): void {
    if (!edge) return this.change({ edge: null })
    this.change({ ...this.pair(edge.a, edge.b), edge, tool: null, problem: null })
    this.face()
  }

  /** Goes so many edges on in the list. */
  stepEdge(by: number): void {
    const { edges } = this.state.place
    const here = edges.findIndex((edge) => edge === this.state.edge)
    const next = edges[here < 0 ? 0 : (here + by + edges.length) % edges.length]
    if (next) this.lookAt(next)
  }

  /** Begins to place the next picture that waits, as seen from `from`. */
  placeNext(from: string | null = this.state.from): void {
    const [next] = this.state.place.waiting
    if (next === undefined) return
    const start = from ?? this.state.place.viewpoints.at(-1)?.viewpoint_id ?? null
    this.change({ ...this.pair(start, next), tool: 'place', edge: null, following: true, problem: null })
    this.subject.show(shownOf(next, null), this.versionOf(next), { heading: 0, elevation: 0 })
  }

  async give(metres: number): Promise<void> {
    const { tool, from, subject } = this.state
    const edit: Edit | null = tool === 'height' ? { kind: 'height', metres, viewpoint_id: null } : from === null ? null : { kind: 'distance', a: from, b: subject, metres }
    if (edit && (await this.edit(edit))) this.take(null)
  }

  /** Says what paths may do at the edited viewpoint, or takes that back. */
  async use(use: 'start' | 'never'): Promise<void> {
    const spot = this.spot(this.state.subject)
    if (spot) await this.edit({ kind: 'use', viewpoint_id: spot.viewpoint_id, use: spot.use === use ? 'pass' : use })
  }

  /** Takes another picture of a floor plan, to lay it. */
  choosePlan(image: string): void {
    this.change({ laying: this.layingOf(image) })
  }

  /** Lays the picture as it is shown, but so large that the two points are so far apart. */
  async layByMetres(metres: number): Promise<void> {
    await this.lay(this.state.laying && apart(this.state.laying, metres))
  }

  /** Lays the picture so that the two points are where the cameras of the two panoramas stood. */
  async layByCameras(): Promise<void> {
    const [from, subject] = [this.spot(this.state.from), this.spot(this.state.subject)]
    await this.lay(from && subject && [from, subject].map(({ position: [x, y] }) => ({ x, y })))
  }

  async takePlanAway(): Promise<void> {
    const { laying } = this.state
    if (laying && (await this.edit({ kind: 'take_plan_away', image: laying.image }))) this.take(null)
  }

  /** Names the room of the viewpoints that were chosen; without a name they lie in none. */
  async nameRoom(name: string, names: Readonly<Record<string, string>>): Promise<void> {
    if (await this.edit({ kind: 'name', viewpoint_ids: [...this.state.inRoom], name, names })) this.take(null)
  }

  async undo(): Promise<void> {
    await this.act(() => (this.state.place.undo > 0 ? this.client.undo(this.state.place.version) : Promise.resolve(this.state.place)))
  }

  async redo(): Promise<void> {
    await this.act(() => (this.state.place.redo > 0 ? this.client.redo(this.state.place.version) : Promise.resolve(this.state.place)))
  }

  /** What is on disk may be of other pictures, so the page begins anew. */
  async openAgain(): Promise<void> {
    await this.client.openAgain()
    location.reload()
  }

  climb(storey: number): void {
    this.change({ storey })
  }

  protected refused(problem: ApiProblem): Partial<EditState> {
    return { conflict: problem.status === 409, first: null }
  }

  protected draw(): void {
    this.drawPlan()
    this.drawPictures()
    this.show(<EditView page={this} state={this.state} plan={this.plan.element} from={this.from.element} subject={this.subject.element} storeys={this.storeys.length} />)
  }

  private open(place: EditedPlace): void {
    const ids = [...place.viewpoints.map(({ viewpoint_id: id }) => id), ...place.waiting]
    this.from = new Pane(this.scope, this.client, ids, 'picture-from')
    this.subject = new Pane(this.scope, this.client, ids, 'picture-subject')
    this.plan = new Plan(this.scope, say('Plan'))
    this.from.on('pick', (sight) => void this.picked('from', sight))
    this.subject.on('pick', (sight) => void this.picked('subject', sight))
    this.plan.on('choose', ({ viewpointId, from }) => this.pressed(viewpointId, from))
    this.plan.on('ground', (at) => void this.pressedGround(at))
    this.plan.on('move', ({ viewpointId, x, y, part }) => void this.edit({ kind: 'move', viewpoint_id: viewpointId, x, y, part: part || this.state.part }))
    listenForKeys(this.scope, this)
    this.change(begun(place))
    this.change({ storey: this.storeyOf(this.state.subject) })
    this.face()
    for (const { image } of place.plans) void this.openPlan(image)
  }

  private async openPlan(image: string): Promise<void> {
    const shown = await this.plans.open(image)
    if (shown) this.change({ laying: this.state.laying ?? this.layingNext() })
    else this.change({ problem: { name: 'plan', title: '', detail: say('{{image}} cannot be shown.', { image }), remedy: say('Save it as a JPEG or PNG picture.') } })
  }

  /** What the tool for floor plans begins with. */
  private layingNext(): Laying | null {
    return this.state.tool === 'plan' ? this.layingOf(laidNext(this.plansHere, this.state.place.plans)?.image) : null
  }

  private layingOf(image: string | undefined): Laying | null {
    return this.plans.begin(image, this.state.place, (picture) => this.plan.middleFor(picture, this.floor))
  }

  private async lay(ends: readonly MapPoint[] | null): Promise<void> {
    const edit = this.state.laying && ends && fitting(this.state.laying, ends, this.floor)
    if (edit && (await this.edit(edit))) this.take(null)
  }

  /** The ground was pressed on the plan: a point of its picture, or where a picture that waits was taken. */
  private async pressedGround({ x, y }: MapPoint): Promise<void> {
    const { tool, subject, laying } = this.state
    if (tool === 'plan' && laying) {
      this.change({ laying: pressed(laying, { x, y }), problem: null })
    } else if (tool === 'place' && !this.spot(subject)) {
      const done = await this.edit({ kind: 'move', viewpoint_id: subject, x, y, part: false })
      if (done) this.change({ tool: this.usable('face') ? 'face' : null })
    }
  }

  private pair(from: string | null, subject: string): Partial<EditState> {
    return { from, subject, first: null, laying: null, storey: this.spot(subject) ? this.storeyOf(subject) : this.state.storey }
  }

  private get undecided(): readonly EdgeDoubt[] {
    return this.state.place.edges.filter(({ kept }) => !kept)
  }

  /** A viewpoint was pressed on the plan. */
  private pressed(viewpointId: string, from: boolean): void {
    if (this.state.tool === 'room') this.toggleInRoom(viewpointId)
    else if (from) this.chooseFrom(viewpointId)
    else this.choose(viewpointId)
  }

  private toggleInRoom(viewpointId: string): void {
    const { inRoom } = this.state
    const left = inRoom.filter((each) => each !== viewpointId)
    this.change({ inRoom: left.length < inRoom.length ? left : [...inRoom, viewpointId] })
  }

  /** A click in a picture, or the key that stands for it. */
  private async picked(side: Side, sight: Sight): Promise<void> {
    const { tool, from, subject, first, part, following } = this.state
    if (tool === 'place' && side === 'from' && from !== null) {
      const waited = !this.spot(subject)
      const done = await this.edit({ kind: 'place', viewpoint_id: subject, seen_from: from, at: sight, part: part && !waited })
      if (done && this.spot(subject)?.heading === null) this.change({ tool: 'face' })
      else if (done) this.change({ tool: null })
    } else if (tool === 'face' && side === 'subject' && from !== null) {
      if (!(await this.edit({ kind: 'face', viewpoint_id: subject, other: from, at: sight, part }))) return
      this.change({ tool: null })
      if (following) this.placeNext(subject)
    } else if (tool === 'level' && side === 'subject') {
      if (!first) this.change({ first: { side, sight } })
      else if (await this.edit({ kind: 'level', viewpoint_id: subject, one: first.sight, other: sight })) this.change({ first: null })
    } else if (tool === 'blur' && side === 'subject') {
      if (!first) this.change({ first: { side, sight } })
      else if (await this.edit({ kind: 'blur', viewpoint_id: subject, one: first.sight, other: sight })) this.change({ first: null })
    } else if (tool === 'align' && from !== null) {
      if (!first || first.side === side) {
        this.change({ first: { side, sight } })
        return
      }
      const [at, seen] = side === 'subject' ? [sight, first.sight] : [first.sight, sight]
      if (await this.edit({ kind: 'align', viewpoint_id: subject, other: from, at, seen, part })) this.change({ tool: null, first: null })
    }
  }

  private edit(edit: Edit): Promise<boolean> {
    return this.act(() => this.client.edit(this.state.place.version, edit))
  }

  /** One after the other, so that quick keys are not lost; whether it was done. */
  private act(ask: () => Promise<EditedPlace>): Promise<boolean> {
    const done = this.acts.then(() => this.done(ask))
    this.acts = done
    return done
  }

  private async done(ask: () => Promise<EditedPlace>): Promise<boolean> {
    let done = false
    await this.attempt(say('That cannot be done'), async () => {
      const place = await ask()
      done = true
      this.change({ place, conflict: false, ...stillHolding(this.state, place) })
      this.change({ laying: this.layingNext() }) // what was undone lies elsewhere
    })
    return done
  }

  private spot(id: string | null): Spot | null {
    return spotOf(this.state.place, id)
  }

  private get storeys(): ReturnType<typeof storeysOf> {
    return storeysOf(this.state.place.viewpoints, null)
  }

  private storeyOf(id: string): number {
    return Math.max(0, this.storeys.findIndex(({ viewpointIds }) => viewpointIds.has(id)))
  }

  /** Height of the floor of the storey that is shown. */
  private get floor(): number {
    return this.storeys[this.state.storey]?.z ?? 0
  }

  /** The pictures of floor plans that lie under the storey that is shown. */
  private get plansHere(): readonly EditedPlan[] {
    const starts = this.storeys.map(({ z }) => z)
    return this.state.place.plans.filter(({ lies }) => lies && storeyAt(starts, lies.z) === this.state.storey)
  }

  /** Turns both cameras to where the other is. */
  private face(): void {
    const [from, subject] = [this.spot(this.state.from), this.spot(this.state.subject)]
    if (!from || !subject) return
    this.from.lookAlong(shownWay(shownOf('', from), between(from.position, floorUnder(subject))))
    this.subject.lookAlong(shownWay(shownOf('', subject), between(subject.position, floorUnder(from))))
  }

  private drawPlan(): void {
    const { place, from, subject, edge, tool, inRoom, laying } = this.state
    const storey = this.storeys[Math.min(this.state.storey, this.storeys.length - 1)]
    const points = laying?.points.map((point) => placeOf(laying.lies, point)) ?? []
    this.plan.draw({ place, from, subject, edge, inRoom: new Set(tool === 'room' ? inRoom : []), shown: storey?.viewpointIds ?? new Set(), pictures: this.plans.shown(this.plansHere, laying), points, isLaying: laying !== null, ground: tool === 'plan' || (tool === 'place' && !this.spot(subject)) })
  }

  private drawPictures(): void {
    const { from, subject } = this.state
    if (from !== null) this.picture(this.from, 'from', from, subject)
    this.picture(this.subject, 'subject', subject, from)
  }

  private picture(pane: Pane, side: Side, id: string, other: string | null): void {
    const spot = this.spot(id)
    const shown = shownOf(id, spot)
    pane.show(shown, this.versionOf(id))
    const { place, first } = this.state
    pane.mark([...(spot ? placesSeen(place, spot, other) : []), ...(first?.side === side ? [pointIn(shown, first.sight)] : [])])
  }

  /** Of a picture: the place's when something in it was last blurred, or not any more. */
  private versionOf(id: string): number {
    const blurred = this.state.place.blurred[id] ?? 0
    const known = this.pictures.get(id) ?? { blurred: 0, version: 0 }
    if (known.blurred === blurred) return known.version
    this.pictures.set(id, { blurred, version: this.state.place.version })
    return this.state.place.version
  }
}

const NOT_OPENED = (): Notice => ({
  name: 'not-opened',
  title: say('This page is opened by pangea env edit'),
  detail: '',
  remedy: say('Open the link that it printed last; it ends with #token=… .'),
})


import type { SnapRequest, Submission } from '../../api/types'
import type { Snap } from '../../drawing/Drawing'
import { startOf } from '../parts/startOf'
import type { TaskContext } from '../phases/defineTask'
import { ItemsSession } from '../landmarks/ItemsSession'
import type { LandmarkKind } from '../landmarks/kind'
import type { LandmarkPage } from '../landmarks/wire'

/** A page of items as a task: kept with its lease, and sent once. */
export class LandmarkSession<Item, Answer extends object, Kept = unknown> extends ItemsSession<Item, Answer, Kept> {
  private asked: Submission | null = null

  constructor(
    private readonly context: TaskContext,
    kind: LandmarkKind<Item, Answer, Kept>,
  ) {
    const { scope, client, lease, scan, storage, draft, keepDraft } = context
    const { viewpoint_id: viewpointId, heading } = startOf(lease)
    super({
      scope,
      client,
      scan,
      page: lease.args as unknown as LandmarkPage<Item>,
      start: { viewpointId, heading, elevation: 0 },
      poster: lease.start_preview,
      draft,
      keepDraft,
      storageProblem: storage.problem,
      snap: snapOf(context),
    }, kind)
  }

  async submit(): Promise<void> {
    const { client, lease, drafts, storage, phaseTimes } = this.context
    const answers = this.sent
    // A repeated submission must be exactly the same.
    if (JSON.stringify(this.asked?.answer) !== JSON.stringify({ answers })) this.asked = { answer: { answers } as unknown as Record<string, never>, phases: phaseTimes() }
    await drafts.settled()
    if (this.asked) await client.submit(lease.lease_id, this.asked)
    await storage.store.discard(lease.lease_id).catch(() => undefined)
  }
}

/** A better region than this one, by what is seen in it. */
const snapOf = ({ client, lease }: TaskContext): Snap => async ({ viewpointId, shape, clicked }, signal) => {
  const on = (clicked ?? []).map(([heading, elevation]): [number, number] => [heading, elevation])
  const better = await client.snap(lease.lease_id, { viewpoint_id: viewpointId, shape: shape as SnapRequest['shape'], on }, signal)
  return better.shape
}

import type { ItemTruth } from '../../../api/types'
import type { Region } from '../../../regions/shapes'
import { middleOf, type ShownRegion } from '../../../viewer/regions/RegionLayer'
import type { View } from '../../../viewer/types'
import type { Phrase } from '../../landmarks/wire'
import { own } from './texts'

/** Of the looks of regions: solid ones, a colour for each thing; and dotted red. */
const RIGHT = [0, 8, 16, 24] as const
const OTHER = 6
/** Radians from the middle of the picture within which something needs no view of its own. */
const NEAR = 0.25

type At = Pick<ItemTruth['shown'][number], 'viewpoint_id' | 'shape'>

/** Phrases that mean the same are one thing; `regions` is where it is seen. */
interface Thing {
  readonly phrases: readonly number[]
  readonly regions: readonly At[]
}

/** What the phrases mean, each thing once, in their order; none of what is seen nowhere. */
export function thingsOf({ regions }: ItemTruth): readonly Thing[] {
  const things: { phrases: number[]; regions: At[]; name: string }[] = []
  for (const phrase of new Set(regions.map((each) => each.phrase))) {
    const own = regions.filter((each) => each.phrase === phrase)
    const name = JSON.stringify(own.map(({ viewpoint_id: place, shape }) => [place, shape]))
    const known = things.find((each) => each.name === name)
    if (known) known.phrases.push(phrase)
    else things.push({ phrases: [phrase], regions: own, name })
  }
  return things
}

/** What is right and what was drawn or shown, to be seen over the picture. */
export function regionsOf(truth: ItemTruth, phrases: readonly Phrase[]): ShownRegion[] {
  const right = thingsOf(truth).flatMap(({ phrases: [first = 0], regions }, number) =>
    regions.map((region) => shown(region, { label: phrases[first]?.text ?? own('colours.right'), language: phrases[first]?.sentence.language ?? '', look: RIGHT[number % RIGHT.length] ?? 0, lit: true })))
  const language = document.documentElement.lang
  const drawn = truth.drawn ? [shown(truth.drawn, { label: own('colours.drawn'), language, look: OTHER, lit: false })] : []
  const before = truth.shown.map((region) => shown(region, { label: own('colours.shown'), language, look: OTHER, lit: false }))
  return [...right, ...(drawn.length > 0 ? drawn : before)]
}

const shown = ({ viewpoint_id: viewpointId, shape }: At, rest: Pick<ShownRegion, 'label' | 'language' | 'look' | 'lit'>): ShownRegion => ({ viewpointId, shape: shape, ...rest })

/** From where to look at it: what was drawn or shown first, then each thing, from where its words were said if it is seen there. */
export function viewsOf(truth: ItemTruth, phrases: readonly Phrase[]): View[] {
  const asked = truth.drawn ? [truth.drawn] : truth.shown
  const things = thingsOf(truth).flatMap(({ phrases: numbers, regions }) => {
    const said = numbers.flatMap((number) => phrases[number]?.looks[0]?.viewpoint_id ?? [])
    const near = regions.filter(({ viewpoint_id: place }) => said.includes(place) || asked.some((each) => each.viewpoint_id === place))
    const best = near.length > 0 ? near : regions.slice(0, 1)
    return isSeenThere(best, asked) ? [] : best.slice(0, 1)
  })
  return [...asked, ...things].map(({ viewpoint_id: viewpointId, shape }) => ({ viewpointId, ...middleOf([shape as Region]) }))
}

/** Whether a view that is shown anyhow has it near its middle. */
const isSeenThere = (regions: readonly At[], asked: readonly At[]): boolean =>
  regions.some((region) => asked.some((each) => region.viewpoint_id === each.viewpoint_id && angleBetween(region, each) < NEAR))

/** Between the middles of two regions, in radians. */
function angleBetween(one: At, other: At): number {
  const [here, there] = [one, other].map(({ shape }) => middleOf([shape as Region]))
  const across = (here?.heading ?? 0) - (there?.heading ?? 0)
  return Math.hypot(Math.atan2(Math.sin(across), Math.cos(across)), (here?.elevation ?? 0) - (there?.elevation ?? 0))
}

import { TeamClient } from './TeamClient'
import type { LandmarksOverview, LandmarkPathPage, TimingRow } from './types'

export const timingAddress = (campaignId: string): string => `/landmarks/timing?campaign=${encodeURIComponent(campaignId)}`

/** How far the landmarks of campaigns are. */
export class LandmarksClient extends TeamClient {
  /** Step by step; of the first campaign that asks about landmarks, if none is named. */
  landmarkProgress(campaignId: string | null): Promise<LandmarksOverview> {
    return this.read(campaignId === null ? '/landmarks' : `/landmarks?campaign=${encodeURIComponent(campaignId)}`)
  }

  /** Path by path; `cursor` is where a page begins. */
  landmarkPaths(campaignId: string, cursor: string | null): Promise<LandmarkPathPage> {
    const after = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    return this.read(`/landmarks/paths?campaign=${encodeURIComponent(campaignId)}${after}`)
  }

  /** What people took for an item. */
  landmarkTiming(campaignId: string): Promise<TimingRow[]> {
    return this.read(timingAddress(campaignId))
  }
}

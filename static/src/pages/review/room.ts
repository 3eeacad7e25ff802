/** Whether the page is wide enough for what stands beside the replay to be open from the beginning. */
export const hasRoomBeside = (): boolean => matchMedia('(width > 900px)').matches

import { ApiProblem } from '../api/ApiProblem'
import type { LoadImage } from '../viewer/picture/TileLoader'

const MEANING =
  'The server does not have this picture. The map, voice and words play without it. `pangea env check` lists what is missing. Add the pictures, then run `pangea env build`.'

/** Loads images; of one that the server does not have, says what that means for a replay. */
export function explainMissing(load: LoadImage): LoadImage {
  return async (url, signal) => {
    try {
      return await load(url, signal)
    } catch (reason) {
      if (reason instanceof ApiProblem && reason.code === 'missing_image') throw new ApiProblem(reason.status, reason.code, MEANING, reason.remedy)
      throw reason
    }
  }
}

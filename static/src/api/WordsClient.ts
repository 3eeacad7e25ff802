import { ReviewClient } from './ReviewClient'
import type { AlignmentRecord, LandmarksView, WordsRequest, WordsVersion } from './types'

/** When the words of a Guide were said, and what they mean. */
export class WordsClient extends ReviewClient {
  /** Stores the corrected words of a Guide; refused when another version has been stored since. */
  correctWords(instructionId: number, wanted: WordsRequest): Promise<AlignmentRecord> {
    return this.write(`/annotations/guide/${instructionId}/words`, 'PUT', wanted)
  }

  /** What the words of a Guide mean, and where it is seen. */
  landmarks(instructionId: number): Promise<LandmarksView> {
    return this.read(`/annotations/guide/${instructionId}/landmarks`)
  }

  /** All versions of a Guide's words, newest first. */
  wordsVersions(instructionId: number): Promise<WordsVersion[]> {
    return this.read(`/annotations/guide/${instructionId}/words/versions`)
  }

  /** Makes an older version the newest again; `newest` is the version that the person saw as the newest. */
  restoreWords(instructionId: number, version: number, newest: number): Promise<AlignmentRecord> {
    return this.write(`/annotations/guide/${instructionId}/words/versions/${version}/restore`, 'POST', { version: newest })
  }
}

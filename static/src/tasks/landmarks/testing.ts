import type { Phrase, Sentence } from './wire'

/** What was said, as a test needs it. */
export const sentence = (parts: Partial<Sentence> = {}): Sentence => ({
  instruction_id: 1,
  transcript: '',
  transcript_sha256: 'a'.repeat(64),
  language: 'en-US',
  direction: 'ltr',
  voice_url: null,
  voice_duration: null,
  words: [],
  untimed: 'not_aligned',
  stale: false,
  ...parts,
})

/** A phrase where its words stand last in a text. */
export function phraseOf(transcript: string, text: string, parts: { head?: string; sentence?: Sentence } = {}): Phrase {
  const before = (words: string) => Array.from(transcript.slice(0, transcript.lastIndexOf(words))).length
  const place = (words: string): [number, number] => [before(words), before(words) + Array.from(words).length]
  const [start_char, end_char] = place(text)
  return {
    mention_id: `1-${start_char}-${end_char}`,
    sentence: { ...(parts.sentence ?? sentence()), transcript },
    start_char,
    end_char,
    text,
    head: parts.head === undefined ? null : place(parts.head),
    types: [],
    start_time: null,
    end_time: null,
    looks: [],
    unseen: 'not_timed',
  }
}

import type { Landmark, Landmarks } from './Landmarks'
import { Marked } from './Marked'

interface MarkedTextProps {
  readonly transcript: string
  readonly landmarks: Landmarks
  readonly look: (mention: Landmark) => void
}

/** A transcript whose words have no times: what it names is marked, and can be looked at. */
export function MarkedText({ transcript, landmarks, look }: MarkedTextProps) {
  return (
    <>
      {landmarks.pieces(transcript).map(({ text, mention }, index) =>
        mention ? (
          <Marked key={index} mention={mention}>
            <button type="button" class="word" data-testid="landmark-words" onClick={() => look(mention)}>
              {text}
            </button>
          </Marked>
        ) : (
          text
        ),
      )}
    </>
  )
}

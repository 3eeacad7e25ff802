import { useLayoutEffect } from 'preact/hooks'

import { plural } from '../../../kit/formatting/format'
import { Button } from '../../../kit/view/controls'
import { useEvent } from '../../../kit/view/drawing'
import type { Mending } from './Mending'
import { WordForm } from './WordForm'

interface MendingPanelProps {
  readonly mending: Mending
  readonly language: string
}

/** What is below the waveform while words are mended. */
export function MendingPanel({ mending, language }: MendingPanelProps) {
  useLayoutEffect(() => {
    mending.begin()
    return () => mending.dispose()
  }, [mending])
  // A new object at every change redraws the form, so that a field whose text was refused shows the word again.
  const { word } = useEvent(mending, 'change', () => ({ word: mending.word }))
  return (
    <div class="mending" data-testid="mending">
      {word && (
        <WordForm
          word={word}
          language={language}
          retype={(text) => mending.retype(text)}
          setEdge={(edge, time) => mending.setEdge(edge, time)}
          step={(by) => mending.step(by)}
          play={() => mending.play()}
        />
      )}
      <Hint />
      <Buttons mending={mending} />
    </div>
  )
}

function Buttons({ mending }: { readonly mending: Mending }) {
  const changes = useEvent(mending, 'change', () => mending.changes)
  const problem = useEvent(mending, 'change', () => mending.problem)
  const canSave = useEvent(mending, 'change', () => mending.canSave)
  return (
    <div class="mend-buttons">
      <p class="mend-status" role="status" data-testid="mend-status">
        {problem ? (
          <>
            <span class="mend-problem">{`Not saved. ${problem.message} ${problem.remedy}`.trimEnd()}</span>{' '}
            {problem.status === 409 && <Button name="mend-theirs" label="Discard mine and show the newest" look="link" press={() => mending.end(true)} />}
          </>
        ) : changes === 0 ? (
          'There are no changes yet.'
        ) : (
          `${plural(changes, 'change')}, not saved.`
        )}
      </p>
      <Button name="mend-undo" label="Undo" disabled={changes === 0} press={() => mending.takeBack()} />
      <Button name="mend-cancel" label="Cancel" press={() => void mending.cancel()} />
      <Button name="mend-save" label="Save as a new version" look="primary" disabled={!canSave} press={() => void mending.save()} />
    </div>
  )
}

function Hint() {
  return (
    <p class="mend-hint">
      Drag an edge or a word on the waveform. Click a word to hear it. When an edge has the focus, <kbd>←</kbd> and <kbd>→</kbd> move it by 0.01 s, and with <kbd>Shift</kbd> by 0.1 s. If
      you type several words in the field, they share its time; if you leave it empty, the word is removed.
    </p>
  )
}

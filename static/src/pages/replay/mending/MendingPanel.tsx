import { useLayoutEffect } from 'preact/hooks'

import { KeyHint } from '../../../kit/keys/KeyHint'
import { Button } from '../../../kit/view/controls'
import { useEvent } from '../../../kit/view/drawing'
import type { Mending } from './Mending'
import { WordForm } from './WordForm'
import { say } from '../../../kit/messages/staffMessages'

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
            <span class="mend-problem">{`${say('Not saved.')} ${problem.message} ${problem.remedy}`.trimEnd()}</span>{' '}
            {problem.status === 409 && <Button name="mend-theirs" label={say('Discard mine and show the newest')} look="link" press={() => mending.end(true)} />}
          </>
        ) : changes === 0 ? (
          say('There are no changes yet.')
        ) : (
          say('{{n}} changes, not saved.', { count: changes })
        )}
      </p>
      <Button name="mend-undo" label={say('Undo')} disabled={changes === 0} press={() => mending.takeBack()} />
      <Button name="mend-cancel" label={say('Cancel')} press={() => void mending.cancel()} />
      <Button name="mend-save" label={say('Save as a new version')} look="primary" disabled={!canSave} press={() => void mending.save()} />
    </div>
  )
}

function Hint() {
  return (
    <p class="mend-hint">
      {say('Drag an edge or a word on the waveform. Click a word to hear it. When an edge has the focus, the arrow keys move it by 0.01 s, and with Shift by 0.1 s.')}{' '}
      {say('If you type several words in the field, they share its time; if you leave it empty, the word is removed.')} <KeyHint action="takeBack" />
      {say('takes back the last change.')}
    </p>
  )
}

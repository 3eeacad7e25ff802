import { useState } from 'preact/hooks'

import type { ApiClient } from '../../../api/ApiClient'
import type { TimedWord } from '../../../api/types'
import type { Scope } from '../../../kit/lifecycle/Scope'
import { Button } from '../../../kit/view/Button'
import { History } from './History'
import { type Mended, Mending } from './Mending'
import { MendingPanel } from './MendingPanel'

interface WordsDeskProps {
  readonly client: ApiClient
  readonly scope: Scope
  /** `words` are null where none has its time: then there is nothing to be mended. */
  readonly mended: Omit<Mended, 'words'> & { readonly words: readonly TimedWord[] | null }
  /** The store has another version. */
  readonly changed: () => void
}

/** Below a Guide's voice: the way to mend the words, and what they were before. */
export function WordsDesk({ client, scope, mended, changed }: WordsDeskProps) {
  const [isMending, setMending] = useState(false)
  const [showsHistory, setShowsHistory] = useState(false)
  const { words, language, instructionId } = mended
  const open = () =>
    new Mending(scope, client, { ...mended, words: words ?? [] }, (saved) => {
      setMending(false)
      if (saved) changed()
    })
  const begin = () => {
    setShowsHistory(false)
    setMending(true)
  }
  return (
    <div class="words-desk">
      {isMending ? (
        <MendingPanel language={language} open={open} />
      ) : (
        <div class="words-desk-buttons">
          {words && <Button name="mend" label="Mend words" icon="text" press={begin} />}
          <Button name="show-history" label="Versions" icon="restart" press={() => setShowsHistory(!showsHistory)} />
        </div>
      )}
      {showsHistory && <History client={client} instructionId={instructionId} restored={changed} />}
    </div>
  )
}

import { useState } from 'preact/hooks'

import type { TeamClient } from '../../../api/TeamClient'
import type { TimedWord } from '../../../api/types'
import type { Scope } from '../../../kit/lifecycle/Scope'
import { Button } from '../../../kit/view/controls'
import { History } from './History'
import { type Mended, Mending } from './Mending'
import { MendingPanel } from './MendingPanel'
import { say } from '../../../kit/messages/staffMessages'

interface WordsDeskProps {
  readonly client: TeamClient
  readonly scope: Scope
  /** `words` are null when they have no times: then there is nothing to correct. */
  readonly mended: Omit<Mended, 'words'> & { readonly words: readonly TimedWord[] | null }
  /** The store has another version. */
  readonly changed: () => void
}

/** Shown below a Guide's voice: a button to correct the words, and their earlier versions. */
export function WordsDesk({ client, scope, mended, changed }: WordsDeskProps) {
  const [mending, setMending] = useState<Mending | null>(null)
  const [showsHistory, setShowsHistory] = useState(false)
  const { words, language, instructionId } = mended
  const mend = (known: readonly TimedWord[]) => {
    const end = (saved: boolean) => {
      setMending(null)
      if (saved) changed()
    }
    setShowsHistory(false)
    setMending(new Mending(scope, client, { ...mended, words: known }, end))
  }
  return (
    <div class="words-desk">
      {mending ? (
        <MendingPanel mending={mending} language={language} />
      ) : (
        <div class="words-desk-buttons">
          {words && <Button name="mend" label={say('Correct words')} icon="text" press={() => mend(words)} />}
          <Button name="show-history" label={say('Versions')} icon="restart" press={() => setShowsHistory(!showsHistory)} />
        </div>
      )}
      {showsHistory && <History client={client} instructionId={instructionId} restored={changed} />}
    </div>
  )
}

import type { ComponentChildren } from 'preact'

import { Button } from '../../../kit/view/controls'
import type { Edge, EditedWord } from './edits'
import { say } from '../../../kit/messages/staffMessages'

interface WordFormProps {
  readonly word: EditedWord
  readonly language: string
  readonly retype: (text: string) => void
  readonly setEdge: (edge: Edge, time: number) => void
  /** Goes to the word so many after this. */
  readonly step: (by: number) => void
  readonly play: () => void
}

/** A form for the text and times of the selected word, with buttons to the next and the previous word. */
export function WordForm({ word, language, retype, setEdge, step, play }: WordFormProps) {
  return (
    <div class="word-form">
      <Button name="mend-previous" label={say('Word before')} press={() => step(-1)} />
      <Field label={say('Word')}>
        <input
          class="text-field"
          type="text"
          lang={language}
          dir="auto"
          autocomplete="off"
          spellcheck
          maxlength={400}
          data-testid="mend-word"
          value={word.word}
          onChange={({ currentTarget }) => retype(currentTarget.value)}
        />
      </Field>
      <TimeField name="mend-start" label={say('Start (s)')} time={word.start_time} set={(time) => setEdge('start_time', time)} />
      <TimeField name="mend-end" label={say('End (s)')} time={word.end_time} set={(time) => setEdge('end_time', time)} />
      <Button name="mend-play" label={say('Play word')} press={play} />
      <Button name="mend-next" label={say('Word after')} press={() => step(1)} />
    </div>
  )
}

interface TimeFieldProps {
  readonly name: string
  readonly label: string
  readonly time: number
  readonly set: (time: number) => void
}

function TimeField({ name, label, time, set }: TimeFieldProps) {
  const read = (field: HTMLInputElement) => {
    if (field.validity.valid && field.value !== '') set(field.valueAsNumber)
  }
  return (
    <Field label={label}>
      <input
        class="text-field time-field"
        type="number"
        min={0}
        step="any"
        data-testid={name}
        value={time.toFixed(3)}
        onChange={({ currentTarget }) => read(currentTarget)}
      />
    </Field>
  )
}

function Field({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  )
}

import { useLayoutEffect, useRef, useState } from 'preact/hooks'

import type { Room } from '../../api/EditClient'
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '../../kit/messages/interfaceLanguage'
import { say } from '../../kit/messages/staffMessages'
import type { EditPage } from './EditPage'
import type { EditState } from './editState'

const ENGLISH = 'en'
/** The languages in which pages show names of rooms, beside that of `name`. */
const OTHERS = (Object.keys(INTERFACE_LANGUAGES) as InterfaceLanguage[]).filter((language) => language !== ENGLISH)

type Names = Readonly<Record<string, string>>

/** Asks what the room of the chosen viewpoints is called. */
export function RoomForm({ page, state: { place, inRoom } }: { readonly page: EditPage; readonly state: EditState }) {
  const room = place.rooms.find(({ viewpoint_ids: ids }) => inRoom.some((id) => ids.includes(id)))
  const [name, rename] = useState(room?.name ?? '')
  const [names, translate] = useState<Names>(room?.names ?? {})
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  const type = (typed: string) => {
    rename(typed)
    const known = roomNamed(place.rooms, typed)
    if (known) translate(known.names ?? {})
  }
  const give = (event: Event) => {
    event.preventDefault()
    if (name.trim() && inRoom.length > 0) void page.nameRoom(name.trim(), written(names))
  }
  const leave = ({ key }: KeyboardEvent) => key === 'Escape' && page.take(null)
  return (
    <form class="edit-prompt" data-testid="room-form" onSubmit={give} onKeyDown={leave}>
      <p class="edit-in-form">
        {say('In this room: {{viewpoints}}. Press others on the plan.', { viewpoints: inRoom.join(', ') || '–' })}
      </p>
      <label>
        {say('Name')}
        <input class="input" data-testid="room-name" list="rooms" maxLength={LONGEST_NAME} size={14} value={name} ref={field} onInput={({ currentTarget }) => type(currentTarget.value)} />
      </label>
      <datalist id="rooms">
        {place.rooms.map((each) => (
          <option key={each.name} value={each.name} />
        ))}
      </datalist>
      {OTHERS.map((language) => (
        <label key={language} lang={language}>
          {INTERFACE_LANGUAGES[language]}
          <input
            class="input"
            data-testid={`room-name-${language}`}
            dir="auto"
            maxLength={LONGEST_NAME}
            size={10}
            value={names[language] ?? ''}
            onInput={({ currentTarget }) => translate({ ...names, [language]: currentTarget.value })}
          />
        </label>
      ))}
      <button type="submit" class="button button-primary" data-testid="give-room">
        {say('Change')}
      </button>
      <button type="button" class="button button-plain" data-testid="no-room" disabled={!room} onClick={() => void page.nameRoom('', {})}>
        {say('No room')}
      </button>
    </form>
  )
}

/** As the server takes it. */
const LONGEST_NAME = 80

const roomNamed = (rooms: readonly Room[], name: string): Room | undefined => rooms.find((each) => each.name === name)

const written = (names: Names): Names =>
  Object.fromEntries(Object.entries(names).flatMap(([language, name]) => (name.trim() ? [[language, name.trim()]] : [])))

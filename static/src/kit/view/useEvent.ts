import { useLayoutEffect, useRef, useState } from 'preact/hooks'

import type { Emitter } from '../lifecycle/Emitter'

/** What `read` finds now, and after every `name` event of `source`; a view is drawn anew when that is another. */
export function useEvent<Events, Value>(source: Emitter<Events>, name: keyof Events, read: () => Value): Value {
  const [value, setValue] = useState(read)
  const latest = useRef(read)
  latest.current = read
  useLayoutEffect(() => {
    const look = () => setValue(() => latest.current())
    look()
    return source.on(name, look)
  }, [source, name])
  return value
}

import { useLayoutEffect, useRef, useState } from 'preact/hooks'

import type { Emitter } from '../lifecycle/Emitter'

/** The value that `read` returns, read again after every `name` event of `source`; a change redraws the view. */
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

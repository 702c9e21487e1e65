import { useEffect, useRef } from 'react'

/**
 * Calls with a value once the typing has paused, so that the server is asked once and not for every letter. `now` skips
 * the wait and drops what waits; nothing is called any more when the component is gone.
 */
export function useDelayed<T>(call: (value: T) => void, milliseconds = 350) {
  const latest = useRef(call)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What is called after the pause is what stands on the screen then, not what stood there when the key was pressed.
  useEffect(() => {
    latest.current = call
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  function soon(value: T): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(value), milliseconds)
  }

  function now(value: T): void {
    clearTimeout(timer.current)
    call(value)
  }

  return { soon, now }
}

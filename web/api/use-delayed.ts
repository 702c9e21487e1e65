import { useEffect, useRef } from 'react'

/**
 * Calls with a value once the typing has paused, so that the server is not asked for every letter. `now` skips the wait
 * and drops a pending call; nothing is called after the component has unmounted.
 */
export function useDelayed<T>(call: (value: T) => void, milliseconds = 350) {
  const latest = useRef(call)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The pending call uses the latest callback, not the one from when the key was pressed.
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

import { useEffect, useRef, useState } from 'react'
import { deviceTimes, haveParted, timeAt, type ServerTime } from './clock.ts'

/**
 * The server's present time, second by second. `ask` fetches it again after the device slept, its clock was set, or the
 * page was out of sight. Where `isRunning` is false, nothing depends on the time and the clock stands still.
 */
export function usePresent(time: ServerTime, ask: () => void, isRunning = true): number {
  const [device, setDevice] = useState(deviceTimes)
  const asking = useRef(ask)
  // `ask` may be a new function at each render; the clock goes on.
  useEffect(() => {
    asking.current = ask
  })
  // Time, sleep and visibility are outside React.
  useEffect(() => {
    if (!isRunning) return undefined
    let before = deviceTimes()
    function tick() {
      const next = deviceTimes()
      if (haveParted(before, next)) asking.current()
      before = next
      setDevice(next)
    }
    function onSeen() {
      if (document.visibilityState !== 'visible') return
      tick()
      asking.current()
    }
    // The clock may have stood still until now.
    const first = setTimeout(tick)
    const timer = setInterval(tick, 1000)
    document.addEventListener('visibilitychange', onSeen)
    window.addEventListener('pageshow', onSeen)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onSeen)
      window.removeEventListener('pageshow', onSeen)
    }
  }, [isRunning])
  // A reply from the last second is newer than the previous look.
  const isNewer = time.received.monotonic > device.monotonic
  return timeAt(time, isNewer ? time.received : device)
}

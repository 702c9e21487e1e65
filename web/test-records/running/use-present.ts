import { useEffect, useRef, useState } from 'react'
import { deviceTimes, haveParted, timeAt, type ServerTime } from './clock.ts'

/**
 * The server's present time, second by second. `ask` fetches it again after the device slept, its clock was set, or the
 * page was out of sight.
 */
export function usePresent(time: ServerTime, ask: () => void): number {
  const [device, setDevice] = useState(deviceTimes)
  const asking = useRef(ask)
  // `ask` may be a new function at each render; the clock goes on.
  useEffect(() => {
    asking.current = ask
  })
  // Time, sleep and visibility are outside React.
  useEffect(() => {
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
    const timer = setInterval(tick, 1000)
    document.addEventListener('visibilitychange', onSeen)
    window.addEventListener('pageshow', onSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onSeen)
      window.removeEventListener('pageshow', onSeen)
    }
  }, [])
  // A reply from the last second is newer than the previous look.
  const isNewer = time.received.monotonic > device.monotonic
  return timeAt(time, isNewer ? time.received : device)
}

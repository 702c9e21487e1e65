import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { presentTime } from '../../../contract/rules/present.ts'
import { noteReadyTimes } from '../../session/ready-times.ts'
import { useT } from '../../ui/phrases.ts'
import { notify, playSound } from '../../ui/sound-and-notifications.ts'
import { deviceTimes, standingOf, timeAt } from './clock.ts'
import { runsQuery } from './queries.ts'

/** How often the visible page asks for tests in progress, in milliseconds. */
const askEveryMs = 60_000

/** Announces when a test in progress can be read, whichever page is open. Renders nothing. */
export function RunWatcher() {
  const t = useT()
  const { data, refetch } = useQuery({ ...runsQuery(), refetchInterval: askEveryMs })
  const waiting = useRef(new Set<string>())

  // Sounds, notifications and time are outside React.
  useEffect(() => {
    if (data === undefined) return
    const now = timeAt(data, deviceTimes())
    const standings = data.data.map((run) => ({ id: run.id, ...standingOf(run, now) }))
    const ready = standings.filter(({ id, phase }) => phase === 'ready' && waiting.current.has(id))
    // A test that is ready when first seen was ready before, and needs no alert.
    waiting.current = new Set(standings.flatMap(({ id, phase }) => (phase === 'developing' ? [id] : [])))
    if (ready.length > 0) {
      playSound()
      for (const { id } of ready) notify(t('testRuns:alerts.ready'), id)
    }
    const times = standings.flatMap(({ phase, left }) => (phase === 'developing' && left !== null ? [left] : []))
    noteReadyTimes(times.map((left) => presentTime().getTime() + left))
    const next = Math.min(...times)
    if (next === Infinity) return
    // Fetched again at that moment, because a colleague may have read or cancelled the test.
    const timer = setTimeout(() => void refetch(), Math.min(next + 200, 2 ** 31 - 1))
    return () => clearTimeout(timer)
  }, [data, refetch, t])

  // Switching the alerts off also stops those after the session.
  useEffect(() => () => noteReadyTimes([]), [])

  return null
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { presentTime } from '../../../contract/rules/present.ts'
import { noteReadyTimes } from '../../shell/ready-times.ts'
import { useT } from '../../ui/phrases.ts'
import { notify, playSound } from './alerts.ts'
import { deviceTimes, standingOf, timeAt } from './clock.ts'
import { runsQuery } from './queries.ts'

/** How often it is asked what there is, in milliseconds, while the page is in sight. */
const askEveryMs = 60_000

/** Says when a test in progress can be read, whichever page is open. Shows nothing. */
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
    // What is ready when it is first seen was ready before, and whoever looks sees it.
    waiting.current = new Set(standings.flatMap(({ id, phase }) => (phase === 'developing' ? [id] : [])))
    if (ready.length > 0) {
      playSound()
      for (const { id } of ready) notify(t('testRuns:alerts.ready'), id)
    }
    const times = standings.flatMap(({ phase, left }) => (phase === 'developing' && left !== null ? [left] : []))
    noteReadyTimes(times.map((left) => presentTime().getTime() + left))
    const next = Math.min(...times)
    if (next === Infinity) return
    // Asked anew then: a colleague may have read or cancelled it.
    const timer = setTimeout(() => void refetch(), Math.min(next + 200, 2 ** 31 - 1))
    return () => clearTimeout(timer)
  }, [data, refetch, t])

  // Whoever switches it off wants none after the session, either.
  useEffect(() => () => noteReadyTimes([]), [])

  return null
}

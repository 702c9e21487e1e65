import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getMyDetails } from '../../contract/own-account/user.ts'
import { logout } from '../../contract/session/endpoints.ts'
import { idleWarningMs } from '../../contract/limits-and-times.ts'
import { inBrowser } from '../browser.ts'
import { presentTime } from '../../contract/rules/present.ts'
import { call } from '../api/client.ts'
import { sendOpenWork } from '../api/open-work.ts'
import { loginAddress } from '../paths.ts'
import { forgetReadyTimes, keepReadyTimes } from './ready-times.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { t as say, useT } from '../ui/phrases.ts'
import { leaveSession, useLeaveWithOtherTabs } from './leaving-session.ts'
import { useLogout } from './queries.ts'

/**
 * Activity is reported to the server at most this often, in milliseconds, so that its session does not end while
 * somebody types a long text.
 */
const reportEveryMs = 60_000
/** Activity is noted at most this often, in milliseconds. */
const noteEveryMs = 1000

/**
 * Warns idle users one minute before their session ends, and then logs them out. All tabs agree, and all leave when one
 * of them has ended the session.
 */
export function IdleGuard() {
  const t = useT()
  const queries = useQueryClient()
  const logOut = useLogout()
  useLeaveWithOtherTabs()
  const limitMs = usePreferences().sessionIdleMinutes * 60_000
  const [state, setState] = useState<IdleState>({ name: 'active' })
  const isWarned = state.name === 'warned'

  // Opening a page counts as activity; a change of the limit by an administrator does not.
  useEffect(() => noteActivity(), [])
  // The pages announce ready tests from now on.
  useEffect(() => forgetReadyTimes(), [])

  // User activity and time are outside React.
  useEffect(() => {
    let reportedAt = performance.now()
    function report() {
      reportedAt = performance.now()
      call(getMyDetails, { errors: 'caller' }).catch(() => undefined)
    }
    function onActivity() {
      // During the warning only an answer to it counts as activity.
      if (idleMs() < noteEveryMs || idleState(idleMs(), limitMs).name !== 'active') return
      noteActivity()
      if (performance.now() - reportedAt > reportEveryMs) report()
    }
    const timer = setInterval(() => setState(idleState(idleMs(), limitMs)), 1000)
    const events = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
    for (const name of events) document.addEventListener(name, onActivity, { passive: true, capture: true })
    return () => {
      clearInterval(timer)
      for (const name of events) document.removeEventListener(name, onActivity, { capture: true })
    }
  }, [limitMs])

  useEffect(() => {
    if (state.name !== 'over') return
    // The last request may take a while, and nothing must be readable in the meantime.
    document.body.hidden = true
    // The server ends the session by itself, whether or not it can be reached now.
    const leave = () => {
      leaveSession(queries, loginAddress(), say('session:automatic'), 'notice')
      keepReadyTimes()
    }
    sendOpenWork()
      .then(() => call(logout, { errors: 'caller' }))
      .then(leave, leave)
  }, [state.name, queries])

  if (!isWarned) return null
  return (
    <ConfirmDialog
      kind="stay"
      title={t('session:idleTitle')}
      text={t('session:idleText', { count: state.secondsLeft })}
      stay={t('session:idleStay')}
      leave={t('shell:logOut')}
      onStay={() => {
        noteActivity()
        setState({ name: 'active' })
        call(getMyDetails, { errors: 'caller' }).catch(() => undefined)
      }}
      onLeave={() => logOut.mutate()}
    />
  )
}

/** The key of the last activity, as server time, which all tabs of this tenant share. */
const key = 'lateral.last-active'

/**
 * The stored value as this document last saw it, with the time of its activity by the document's monotonic clock and by
 * its estimate of the server's time.
 */
let seen: { text: string | null; steady: number; now: number } | undefined
/** The time of the last look, by the monotonic clock. */
let lookedAt = 0

export type IdleState = { name: 'active' } | { name: 'warned'; secondsLeft: number } | { name: 'over' }

/** Notes activity at the present time; `steady` is this document's monotonic clock. */
export function noteActivity(now = presentTime().getTime(), steady = performance.now()): void {
  seen = { text: String(now), steady, now }
  inBrowser.setItem(key, String(now))
}

/**
 * Milliseconds since the last activity in any tab; 0 if none was noted yet. A document trusts only its own clocks,
 * since those of another may be off: a value that was not there at the last look is no older than that look. The longer
 * of two durations counts, because the monotonic clock may stop during sleep, and the estimate of the server's time may
 * be outdated.
 */
export function idleMs(now = presentTime().getTime(), steady = performance.now()): number {
  const text = inBrowser.getItem(key)
  if (seen === undefined || text !== seen.text) {
    const noted = Number(text ?? now)
    const since = Number.isFinite(noted) ? Math.max(0, now - noted) : 0
    const age = seen === undefined ? since : Math.min(since, steady - lookedAt)
    seen = { text, steady: steady - age, now: now - age }
  }
  lookedAt = steady
  return Math.max(0, steady - seen.steady, now - seen.now)
}

/** The state of a session that the tenant ends after `limitMs` without activity. */
export function idleState(idle: number, limitMs: number): IdleState {
  if (idle >= limitMs) return { name: 'over' }
  if (idle < limitMs - Math.min(idleWarningMs, limitMs / 2)) return { name: 'active' }
  return { name: 'warned', secondsLeft: Math.ceil((limitMs - idle) / 1000) }
}

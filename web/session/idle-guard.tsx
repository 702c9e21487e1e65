import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getMyDetails } from '../../contract/own-account/user.ts'
import { logout } from '../../contract/session/endpoints.ts'
import { idleWarningMs } from '../../contract/session/idle-time.ts'
import { inBrowser } from '../browser.ts'
import { presentTime } from '../../contract/rules/present.ts'
import { call } from '../api/client.ts'
import { sendOpenWork } from '../api/open-work.ts'
import { loginAddress } from '../paths.ts'
import { forgetReadyTimes, keepReadyTimes } from '../shell/ready-times.ts'
import { usePreferences } from '../tenants/queries.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { t as say, useT } from '../ui/phrases.ts'
import { leaveSession, useLeaveWithOtherTabs } from './leaving-session.ts'
import { useLogout } from './queries.ts'

/** The server hears of activity at most this often: its session must not end while somebody types a long text. */
const reportEveryMs = 60_000
/** Activity is noted at most this often. */
const noteEveryMs = 1000

/**
 * Warns who does nothing one minute before their session ends, and then logs them out. All tabs agree, and leave together
 * when one of them ended the session.
 */
export function IdleGuard() {
  const t = useT()
  const queries = useQueryClient()
  const logOut = useLogout()
  useLeaveWithOtherTabs()
  const limitMs = usePreferences().sessionIdleMinutes * 60_000
  const [state, setState] = useState<IdleState>({ name: 'active' })
  const isWarned = state.name === 'warned'

  // To open a page is to do something; that an administrator sets another limit is not.
  useEffect(() => noteActivity(), [])
  // Pages say what is ready from now on.
  useEffect(() => forgetReadyTimes(), [])

  // What people do, and time, are outside React.
  useEffect(() => {
    let reportedAt = performance.now()
    function report() {
      reportedAt = performance.now()
      call(getMyDetails, { errors: 'caller' }).catch(() => undefined)
    }
    function onActivity() {
      // Who is warned answers the question.
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
    // The last words to the server may take as long as its answer; nothing is to be read here meanwhile.
    document.body.hidden = true
    // Whether or not the server can be reached, it ends the session by itself.
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

/** Shared by all tabs of this tenant, with the server's time: activity in one of them counts for all. */
const key = 'lateral.last-active'

/** What stands there, as this document has seen it, and when it was noted: by the document's monotonic clock and by its idea of the server's time. */
let seen: { text: string | null; steady: number; now: number } | undefined
/** When it looked last, by its monotonic clock. */
let lookedAt = 0

export type IdleState = { name: 'active' } | { name: 'warned'; secondsLeft: number } | { name: 'over' }

/** Notes that somebody does something, now; `steady` is this document's monotonic clock. */
export function noteActivity(now = presentTime().getTime(), steady = performance.now()): void {
  seen = { text: String(now), steady, now }
  inBrowser.setItem(key, String(now))
}

/**
 * Milliseconds since somebody did something in any tab; 0 when nothing was noted yet. A document goes by its own clocks alone, since
 * those of another may be off: what it did not see when it looked last is no older than that. The longer way of two counts: the
 * monotonic clock may stand still while the device sleeps, and what the server said of the time may be old.
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

/** What to do about idle time when the tenant ends sessions after `limitMs` of it. */
export function idleState(idle: number, limitMs: number): IdleState {
  if (idle >= limitMs) return { name: 'over' }
  if (idle < limitMs - Math.min(idleWarningMs, limitMs / 2)) return { name: 'active' }
  return { name: 'warned', secondsLeft: Math.ceil((limitMs - idle) / 1000) }
}

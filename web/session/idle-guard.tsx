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

/** Shared by all tabs of this tenant, by the server's time: activity in one of them counts for all. */
const key = 'lateral.last-active'

/** What this document has noted itself, as it stands in the storage, and when that was by its own monotonic clock. */
let notedHere: { text: string; at: number } | undefined

export type IdleState = { name: 'active' } | { name: 'warned'; secondsLeft: number } | { name: 'over' }

/** Notes that somebody does something, now; `steady` is this document's monotonic clock. */
export function noteActivity(now = presentTime().getTime(), steady = performance.now()): void {
  notedHere = { text: String(now), at: steady }
  inBrowser.setItem(key, notedHere.text)
}

/**
 * Milliseconds since somebody did something in any tab; 0 when nothing was noted yet. What this document noted last goes by the
 * longer way of two: its monotonic clock may stand still while the device sleeps, and what the server said of the time may be old.
 * That clock says nothing to another document, whose own began when it was opened.
 */
export function idleMs(now = presentTime().getTime(), steady = performance.now()): number {
  const text = inBrowser.getItem(key)
  const noted = Number(text ?? now)
  const since = Number.isFinite(noted) ? Math.max(0, now - noted) : 0
  return text !== null && text === notedHere?.text ? Math.max(since, steady - notedHere.at) : since
}

/** What to do about idle time when the tenant ends sessions after `limitMs` of it. */
export function idleState(idle: number, limitMs: number): IdleState {
  if (idle >= limitMs) return { name: 'over' }
  if (idle < limitMs - Math.min(idleWarningMs, limitMs / 2)) return { name: 'active' }
  return { name: 'warned', secondsLeft: Math.ceil((limitMs - idle) / 1000) }
}

/** Somebody is warned this long before they are logged out, in milliseconds. */
const warningMs = 60_000

/** Shared by all tabs of this tenant: activity in one of them counts for all. */
const key = 'lateral.last-active'

export type IdleState = { name: 'active' } | { name: 'warned'; secondsLeft: number } | { name: 'over' }

/** Notes that somebody does something, now. */
export function noteActivity(now = Date.now()): void {
  localStorage.setItem(key, String(now))
}

/** Milliseconds since somebody did something in any tab. Nothing noted counts as now. */
export function idleMs(now = Date.now()): number {
  const noted = Number(localStorage.getItem(key) ?? now)
  return Number.isFinite(noted) ? Math.max(0, now - noted) : 0
}

/** What to do about idle time when the tenant ends sessions after `limitMs` of it. */
export function idleState(idle: number, limitMs: number): IdleState {
  if (idle >= limitMs) return { name: 'over' }
  if (idle < limitMs - Math.min(warningMs, limitMs / 2)) return { name: 'active' }
  return { name: 'warned', secondsLeft: Math.ceil((limitMs - idle) / 1000) }
}

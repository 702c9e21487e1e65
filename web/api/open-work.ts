import { inTab } from '../browser.ts'
/**
 * What somebody has under way and not finished. It is kept on the server; whatever the server does not have yet when the
 * session ends stays in this tab, under a key that begins so and ends with its person's id, and nobody else is shown it.
 */
export const unsentPrefix = 'lateral.unsent:'

/** The end of a session waits at most this long for what is still to be sent, in milliseconds. */
const patience = 3000

let send: (() => Promise<unknown>) | undefined
let isOver = false

/** Has `sending` called before the session ends; answers what takes that back. It may fail. */
export function sendBeforeLeaving(sending: () => Promise<unknown>): () => void {
  send = sending
  return () => {
    if (send === sending) send = undefined
  }
}

/** Sends what is under way, as far as that works: to be waited for before a session is ended. */
export async function sendOpenWork(): Promise<void> {
  if (send === undefined) return
  const late = new Promise<void>((resolve) => setTimeout(resolve, patience))
  await Promise.race([send().catch(() => undefined), late])
}

const askers = new Set<() => Promise<boolean>>()

/** Has somebody asked before they log out of their own accord; `asking` answers whether they want to. Answers what takes that back. */
export function askBeforeLoggingOut(asking: () => Promise<boolean>): () => void {
  askers.add(asking)
  return () => askers.delete(asking)
}

/** Asks whatever stands to be lost, one after the other, whether somebody may log out. */
export async function mayLogOut(): Promise<boolean> {
  for (const ask of askers) if (!(await ask())) return false
  return true
}

/** Empties this tab's storage when the session ends, but for what the server does not have yet. */
export function forgetTab(): void {
  isOver = true
  removeWhere((key) => !key.startsWith(unsentPrefix))
}

/** Whether the session has ended and the page is being left: nothing should hold that up. */
export function isSessionOver(): boolean {
  return isOver
}

/** Removes what others left unsent in this tab: to be called as soon as it is known who is logged in. */
export function forgetOthers(userId: string): void {
  removeWhere((key) => key.startsWith(unsentPrefix) && !key.endsWith(`:${userId}`))
}

function removeWhere(matches: (key: string) => boolean): void {
  for (const key of inTab.keys()) if (matches(key)) inTab.removeItem(key)
}

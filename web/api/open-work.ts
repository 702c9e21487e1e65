import { inTab } from '../browser.ts'
/**
 * The prefix of storage keys for unfinished work, which end with the user's id. The work is kept on the server; the
 * part that the server lacks when the session ends stays in this tab, and only its author sees it.
 */
export const unsentPrefix = 'lateral.unsent:'

/** The end of a session waits at most this long for unsent work, in milliseconds. */
const patience = 3000

let send: (() => Promise<unknown>) | undefined
let isOver = false

/** Registers `sending` to be called before the session ends; it may fail. Returns a function that unregisters it. */
export function sendBeforeLeaving(sending: () => Promise<unknown>): () => void {
  send = sending
  return () => {
    if (send === sending) send = undefined
  }
}

/** Sends unfinished work as far as possible. To be awaited before a session is ended. */
export async function sendOpenWork(): Promise<void> {
  if (send === undefined) return
  const late = new Promise<void>((resolve) => setTimeout(resolve, patience))
  await Promise.race([send().catch(() => undefined), late])
}

const askers = new Set<() => Promise<boolean>>()

/**
 * Registers a question for users who log out deliberately; `asking` resolves to whether they may go on. Returns a
 * function that unregisters it.
 */
export function askBeforeLoggingOut(asking: () => Promise<boolean>): () => void {
  askers.add(asking)
  return () => askers.delete(asking)
}

/** Asks all registered questions in turn, and resolves to whether the user may log out. */
export async function mayLogOut(): Promise<boolean> {
  for (const ask of askers) if (!(await ask())) return false
  return true
}

/** Empties this tab's storage when the session ends, except for unsent work. */
export function forgetTab(): void {
  isOver = true
  removeWhere((key) => !key.startsWith(unsentPrefix))
}

/** True if the session has ended and the page is being left, which nothing should delay. */
export function isSessionOver(): boolean {
  return isOver
}

/** Removes other people's unsent work from this tab. To be called as soon as the logged-in user is known. */
export function forgetOthers(userId: string): void {
  removeWhere((key) => key.startsWith(unsentPrefix) && !key.endsWith(`:${userId}`))
}

function removeWhere(matches: (key: string) => boolean): void {
  for (const key of inTab.keys()) if (matches(key)) inTab.removeItem(key)
}

import { inTab } from '../browser.ts'
/** How long a message stays (spec §9), in milliseconds. */
export const snackbarTime = 4000

/** A link in a message, to what is to be done next. */
export interface MessageLink {
  word: string
  href: string
  /** Follows the link within this document. */
  follow: () => void
}

export interface SnackbarMessage {
  id: number
  text: string
  tone: 'success' | 'danger' | 'notice'
  link?: MessageLink | undefined
}

let messages: readonly SnackbarMessage[] = []
let lastId = 0
let lasting: Pick<SnackbarMessage, 'text' | 'tone'> | undefined
const listeners = new Set<() => void>()
const kept = 'lateral.message'

/** Shows a message for 4000 ms at the edge of the screen. It replaces an equal one. */
export function showMessage(text: string, tone: SnackbarMessage['tone'] = 'success', link?: MessageLink): void {
  lastId += 1
  const others = messages.filter((message) => message.text !== text || message.tone !== tone)
  // Only the newest three, because more cannot be read in the time.
  change([...others, { id: lastId, text, tone, ...(link && { link }) }].slice(-3))
}

export function dismissMessage(id: number): void {
  change(messages.filter((message) => message.id !== id))
}

/** Keeps a message for the next document of this tab, because the present one is about to be left. */
export function keepMessage(text: string, tone: SnackbarMessage['tone'] = 'success'): void {
  inTab.setItem(kept, JSON.stringify({ text, tone }))
}

/**
 * Shows the message that the last document kept, if any: for 4000 ms, or with `forGood` for as long as the page is
 * open.
 */
export function showKeptMessage({ forGood = false } = {}): void {
  const stored = inTab.getItem(kept)
  if (stored === null) return
  inTab.removeItem(kept)
  // The value was written by keepMessage in this tab.
  const { text, tone } = JSON.parse(stored) as Pick<SnackbarMessage, 'text' | 'tone'>
  if (!forGood) return showMessage(text, tone)
  lasting = { text, tone }
  for (const listener of listeners) listener()
}

/** The kept message that stays on this page, if any. */
export function lastingMessage(): Pick<SnackbarMessage, 'text' | 'tone'> | undefined {
  return lasting
}

export function subscribeToMessages(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentMessages(): readonly SnackbarMessage[] {
  return messages
}

function change(next: readonly SnackbarMessage[]): void {
  messages = next
  for (const listener of listeners) listener()
}

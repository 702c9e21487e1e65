import { inTab } from '../browser.ts'
/** How long a message stays (spec §9), in milliseconds. */
export const snackbarTime = 4000

export interface SnackbarMessage {
  id: number
  text: string
  tone: 'success' | 'danger' | 'notice'
}

let messages: readonly SnackbarMessage[] = []
let lastId = 0
let lasting: Pick<SnackbarMessage, 'text' | 'tone'> | undefined
const listeners = new Set<() => void>()
const kept = 'lateral.message'

/** Shows a message for 4000 ms at the edge of the screen, in the place of one that says the same. */
export function showMessage(text: string, tone: SnackbarMessage['tone'] = 'success'): void {
  lastId += 1
  const others = messages.filter((message) => message.text !== text || message.tone !== tone)
  // The newest three: more than that cannot be read in the time.
  change([...others, { id: lastId, text, tone }].slice(-3))
}

/** Takes a message away before its time. */
export function dismissMessage(id: number): void {
  change(messages.filter((message) => message.id !== id))
}

/** Keeps a message for the next document of this tab, because the one now shown is about to be left. */
export function keepMessage(text: string, tone: SnackbarMessage['tone'] = 'success'): void {
  inTab.setItem(kept, JSON.stringify({ text, tone }))
}

/** Shows the message that the last document kept, if there is one: for 4000 ms, or on the login page for as long as it is open. */
export function showKeptMessage({ forGood = false } = {}): void {
  const stored = inTab.getItem(kept)
  if (stored === null) return
  inTab.removeItem(kept)
  // Written by keepMessage above, in this tab.
  const { text, tone } = JSON.parse(stored) as Pick<SnackbarMessage, 'text' | 'tone'>
  if (!forGood) return showMessage(text, tone)
  lasting = { text, tone }
  for (const listener of listeners) listener()
}

/** What the last document said and this one keeps on showing, if anything. */
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

import type { QueryClient } from '@tanstack/react-query'
import { abortPending } from '../api/client.ts'
import { forgetTab } from '../api/open-work.ts'
import { keepMessage, type SnackbarMessage } from '../ui/snackbar-store.ts'

/**
 * Ends the session on this side (spec §4): stops pending requests, forgets everything that was fetched and loads another
 * page afresh, which shows the message. Nothing outlives it but what the same person left unsent (`forgetTab`).
 */
export function leaveSession(
  queries: QueryClient,
  address: string,
  message: string,
  tone: SnackbarMessage['tone'],
): void {
  abortPending()
  queries.clear()
  forgetTab()
  keepMessage(message, tone)
  window.location.assign(address)
}

import { useEffect, useRef } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { failureWords } from '../../api/failure-words.ts'
import { useT } from '../../ui/phrases.ts'
import { showMessage } from '../../ui/snackbar-store.ts'

/**
 * Returns what asks the server whom a scanned invite is for, and leads there. `lead` returns false if that person is not shown. The
 * code is kept nowhere.
 */
export function useScannedInvite(find: (code: string) => Promise<string | null>, lead: (rowId: string) => boolean) {
  const t = useT()
  const scans = useRef(0)
  const latest = useRef(lead)
  // The answer leads to what the page shows then, not to what it showed at the scan.
  useEffect(() => {
    latest.current = lead
  })

  return async function lookUp(code: string): Promise<void> {
    const scan = (scans.current += 1)
    const { activeElement } = document
    // Until the answer is here, a key must not enter a result for the person before.
    if (activeElement instanceof HTMLElement && activeElement.closest('[data-row]') !== null) activeElement.blur()
    const left = document.activeElement
    try {
      const rowId = await find(code)
      if (scans.current !== scan || document.activeElement !== left) return
      if (rowId === null || !latest.current(rowId)) showMessage(t('rounds:find.inviteNobody'), 'danger')
    } catch (error) {
      const words =
        error instanceof ApiError && error.code === 'code-invalid'
          ? t('rounds:find.inviteUnknown')
          : failureWords(error, { failed: 'rounds:failed', hasFields: false })
      if (words !== undefined) showMessage(words, 'danger')
    }
  }
}

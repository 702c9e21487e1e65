import { useEffect, useRef } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { failureWords } from '../../api/failure-words.ts'
import { t } from '../../ui/phrases.ts'

/** Finds whose an invite is. The code is sent in a body and kept nowhere. */
type Find = (code: string) => Promise<string | null>

/** Asks the server whose an invite is. Returns the id, or in words why nobody was found. */
export async function whoseInvite(find: Find, code: string): Promise<{ id: string } | { words: string | undefined }> {
  try {
    const id = await find(code)
    return id === null ? { words: t('rounds:find.inviteNobody') } : { id }
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.code === 'code-invalid'
    return {
      words: isUnknown
        ? t('rounds:find.inviteUnknown')
        : failureWords(error, { failed: 'rounds:failed', hasFields: false }),
    }
  }
}

/**
 * Returns what asks the server whom a scanned invite is for, and leads there; otherwise it resolves to the words that say why not.
 * `lead` returns false if that person is not shown.
 */
export function useScannedInvite(find: Find, lead: (rowId: string) => boolean) {
  const scans = useRef(0)
  const latest = useRef(lead)
  // The answer leads to what the page shows then, not to what it showed at the scan.
  useEffect(() => {
    latest.current = lead
  })

  return async function lookUp(code: string): Promise<string | undefined> {
    const scan = (scans.current += 1)
    const { activeElement } = document
    // Until the answer is here, a key must not enter a result for the person before.
    if (activeElement instanceof HTMLElement && activeElement.closest('[data-row]') !== null) activeElement.blur()
    const left = document.activeElement
    const found = await whoseInvite(find, code)
    if (scans.current !== scan) return undefined
    if ('words' in found) return found.words
    if (document.activeElement !== left) return undefined
    return latest.current(found.id) ? undefined : t('rounds:find.inviteNobody')
  }
}

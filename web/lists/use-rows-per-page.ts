import { defaultPerPage, perPageOptions } from '../../contract/listing.ts'
import { inBrowser } from '../browser.ts'
import { useUser } from '../session/queries.ts'
import { oneOf } from '../routing/list-address.ts'

/**
 * The rows per page: the address wins, then this person's last choice in this browser in any list, then 5 (spec §9).
 * Several people may use one browser, so the choice is kept under the person's id. A device on the ward may want fewer
 * rows than one at home, so the choice stays in the browser.
 */
export function useRowsPerPage(inAddress: number | undefined): { perPage: number; remember: (rows: number) => void } {
  const userId = useUser().id
  return {
    perPage: rowsPerPage(userId, inAddress),
    remember(rows) {
      try {
        inBrowser.setItem(keyOf(userId), String(rows))
      } catch {
        // If storage is unavailable, the address still has the choice.
        return
      }
    },
  }
}

/** The rows per page for this person, for use outside components. */
export function rowsPerPage(userId: string, inAddress: number | undefined): number {
  return inAddress ?? remembered(userId) ?? defaultPerPage
}

function remembered(userId: string): number | undefined {
  try {
    return oneOf(perPageOptions.map(Number), Number(inBrowser.getItem(keyOf(userId))))
  } catch {
    return undefined
  }
}

function keyOf(userId: string): string {
  return `lateral.rows-per-page.${userId}`
}

import { defaultPerPage, perPageOptions } from '../../contract/listing.ts'
import { useUser } from '../session/queries.ts'
import { oneOf } from './list-address.ts'

/**
 * The rows of a page: what the address says, else what this person chose last in this browser, in any list, else 5 (spec
 * §9). Several people may use one browser, so a choice is kept under the person's id; a device at the ward may want fewer
 * rows than one at home, so it stays in the browser.
 */
export function useRowsPerPage(inAddress: number | undefined): { perPage: number; remember: (rows: number) => void } {
  const key = `lateral.rows-per-page.${useUser().id}`
  return {
    perPage: inAddress ?? remembered(key) ?? defaultPerPage,
    remember(rows) {
      try {
        localStorage.setItem(key, String(rows))
      } catch {
        // Storage is switched off: the address still has the choice.
        return
      }
    },
  }
}

function remembered(key: string): number | undefined {
  try {
    return oneOf(perPageOptions.map(Number), Number(localStorage.getItem(key)))
  } catch {
    return undefined
  }
}

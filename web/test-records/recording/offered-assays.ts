import type { AssayListItem } from '../../../contract/assays/assay.ts'
import type { Named } from './draft.ts'

/**
 * The assays that an organisation may use: first the one that was used last, then the tenant's default, then the others by
 * their names. `assays` are in the order of their names.
 */
export function offeredAssays(
  assays: readonly AssayListItem[],
  organisation: Named | null,
  lastId: string | undefined,
): readonly AssayListItem[] {
  const offered = assays.filter(
    ({ organisations }) => organisations === null || organisations.some(({ id }) => id === organisation?.id),
  )
  const rank = ({ id, isDefault }: AssayListItem) => (id === lastId ? 0 : isDefault ? 1 : 2)
  return offered.toSorted((a, b) => rank(a) - rank(b))
}

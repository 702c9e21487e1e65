import { isOfferedAt, type AssayListItem } from '../../../contract/assays/assay.ts'
import type { Named } from './draft.ts'

/**
 * The assays that an organisation may use: the last used one first, then the tenant's default, then the others by name.
 * `assays` must be sorted by name.
 */
export function offeredAssays(
  assays: readonly AssayListItem[],
  organisation: Named | null,
  lastId: string | undefined,
): readonly AssayListItem[] {
  const offered = assays.filter((assay) => isOfferedAt(assay, organisation?.id))
  const rank = ({ id, isDefault }: AssayListItem) => (id === lastId ? 0 : isDefault ? 1 : 2)
  return offered.toSorted((a, b) => rank(a) - rank(b))
}

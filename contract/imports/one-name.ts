import { foldedOnce } from './folded-once.ts'
import type { RowCells } from './row-cells.ts'

/* People of one name in files: one of the two names is empty, or has what files write in place of a name. */

const nameFields = ['firstName', 'lastName'] as const

/** What stands for a name that is missing or not known: no letter at all, or the abbreviations of forms and passports. */
const filler =
  /^([\p{P}\p{S}\s]+|fnu|lnu|nfn|nln|n\/a|unk|unknown|desconocid[oa]|no (first|given|last|family) name|sin (nombre|apellidos?))$/u

/** True for a text that stands for a name without being one. */
export function isNoName(text: string): boolean {
  return filler.test(foldedOnce(text))
}

/** A row's names; null if they cannot be read. Who has one name has no first name. */
export interface ReadNames {
  names: { firstName: string | null; lastName: string } | null
  /** True for a row with one of two names, of a file with columns for both. */
  isOneName: boolean
}

/**
 * Reads the names of a row. Whether those with one of two names have one name is asked once for a file: such rows wait until that is
 * answered, and miss the other name if the answer is no.
 */
export function readNames(row: RowCells, hasOneName: boolean | undefined): ReadNames {
  const before = row.problems.length
  const [first, last] = nameFields.map((field) => {
    const text = row.text(field, 100)
    return text === null || isNoName(text) ? null : text
  })
  // What was refused has its own message.
  if (row.problems.length > before) return { names: null, isOneName: false }
  if (first && last) return { names: { firstName: first, lastName: last }, isOneName: false }
  const missing = nameFields.filter((_, at) => ![first, last][at])
  const one = first ?? last
  const isOneName = Boolean(one) && nameFields.every((field) => row.has(field))
  if (one && isOneName && hasOneName === true) return { names: { firstName: null, lastName: one }, isOneName }
  for (const field of missing) {
    if (isOneName && hasOneName === undefined) row.refuse(field, 'oneName')
    else row.refuse(field, 'required', field)
  }
  return { names: null, isOneName }
}

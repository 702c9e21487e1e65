import type { ImportedPerson } from '../../../contract/imports/imported-person.ts'
import type { PhoneKind } from '../../../contract/imports/words.ts'
import { mostTelephones, type Telephone } from '../../../contract/subjects/details.ts'
import type { FieldProblem, ReadDetail } from './read-detail.ts'

/** Reads a number as the tenant accepts it, with its type as far as the number tells it, or says why it is not stored. */
export type ReadNumber = (number: string) => Omit<Telephone, 'texts'> | 'phoneLeftOut' | 'phoneOfSeveral'

/**
 * The telephones of a person. What the file says of the type counts unless no such number is a mobile; what neither file nor number
 * tells stays unknown. `texts` says whether mobiles may get text messages.
 */
export function telephonesOf(
  { phones }: Pick<ImportedPerson, 'phones'>,
  readNumber: ReadNumber,
  texts: boolean,
): ReadDetail<Telephone[]> {
  const read: Telephone[] = []
  const [problems, notes]: [FieldProblem[], FieldProblem[]] = [[], []]
  for (const { number, kind } of phones) {
    const fields = kind === 'mobile' ? (['mobiles', 'phones'] as const) : (['phones', 'mobiles'] as const)
    const found = readNumber(number)
    if (found === 'phoneOfSeveral') problems.push({ fields, code: found })
    else if (found === 'phoneLeftOut') notes.push({ fields, code: found })
    else if (read.length === mostTelephones) notes.push({ fields, code: 'leftOut' })
    else {
      const type = typeOf(found.type, kind)
      if (kind === 'mobile' && type !== 'mobile') notes.push({ fields, code: 'notMobile' })
      if (kind === 'landline' && type === 'mobile') notes.push({ fields, code: 'notLandline' })
      if (!read.some((one) => one.number === found.number)) {
        read.push({ number: found.number, type, texts: texts && type === 'mobile' })
      }
    }
  }
  return { value: read.length === 0 ? null : read, problems, notes }
}

/** What the number itself tells outweighs what the file says. */
function typeOf(told: Telephone['type'], said: PhoneKind | null): Telephone['type'] {
  return told === 'unknown' ? (said ?? 'unknown') : told
}

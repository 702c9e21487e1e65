import * as z from 'zod/mini'
import { npi } from '../rules/npi-and-clia.ts'
import { emptyIsNull, optionalText, text } from '../schema.ts'

/**
 * The clinician in whose name the tests of a group are ordered, whom health authorities in the US ask for. The parts of
 * the name are apart, as their messages need them.
 */
export const orderingProvider = z.strictObject({
  firstName: text(100),
  middleName: optionalText(100),
  lastName: text(100),
  /** What follows the name, such as `MD` or `Jr`. */
  suffix: optionalText(20),
  npi: emptyIsNull(npi),
})
export type OrderingProvider = z.infer<typeof orderingProvider>

/** The name on one line, such as `Ada B. Ash, MD`. */
export function providerName({ firstName, middleName, lastName, suffix }: OrderingProvider): string {
  const name = [firstName, middleName, lastName].filter((part) => part !== null).join(' ')
  return suffix === null ? name : `${name}, ${suffix}`
}

import { foldedIdOnce, foldedOnce } from './folded-once.ts'
import type { ImportedPerson } from './imported-person.ts'
import type { ImportedResult, ImportedTest } from './imported-test.ts'

/**
 * The texts by which rows are known to tell of the same, whichever file they stand in. SimpleReport's files have no ids.
 * They hold personal data, so only their hashes are kept.
 */

/** Rows of one person: equal names and date of birth. */
export function personKey({
  firstName,
  lastName,
  dateOfBirth,
}: Pick<ImportedPerson, 'firstName' | 'lastName' | 'dateOfBirth'>): string {
  return JSON.stringify([foldedOnce(firstName ?? ''), foldedOnce(lastName), dateOfBirth])
}

/** Rows of one test: equal person, time, device, place and submitter. The lines of a multiplex test are several rows. */
export function testKey(person: ImportedPerson, test: ImportedTest): string {
  const { performedAt, deviceModel, deviceName, facility, submitter } = test
  const device = foldedIdOnce(deviceModel ?? deviceName ?? '')
  return `${personKey(person)} ${JSON.stringify([performedAt, device, foldedOnce(facility ?? ''), sameInAnyOrder(submitter ?? '')])}`
}

/**
 * The key of one of several tests of the same minute, by its number among those with other accession numbers and by that of its
 * person among people of one name and date of birth. The first has the key itself.
 */
export function numberedTestKey(key: string, ofTest: number, ofPerson: number): string {
  if (ofPerson > 0) return `${key}.${ofTest}~${ofPerson}`
  return ofTest === 0 ? key : `${key}.${ofTest}`
}

/** Returns the key of a test without the number of its person, which is that of a person in one file. */
export function testKeyOfAnybody(key: string): string {
  return key.replace(/~\d+$/, '').replace(/\.0$/, '')
}

/** The line of a test, beside the key of the test. */
export function lineKey({ condition, code }: ImportedResult): string {
  return foldedOnce(condition ?? code ?? '')
}

/** SimpleReport's browser wrote `Doe, Jane`, and its server `Jane Doe`. */
function sameInAnyOrder(name: string): string {
  return foldedOnce(name)
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ')
}

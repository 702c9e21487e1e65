import { createHash } from 'node:crypto'
import type { ImportedRow } from '../../../contract/imports/imported-row.ts'
import { personKey, testKey } from '../../../contract/imports/keys.ts'
import type { RowMessage } from './read-messages.ts'

/** The hashes by which the person and the test of a row are known. */
export function keysOf({
  person,
  test,
}: Pick<ImportedRow, 'person' | 'test'>): Pick<RowMessage, 'personKey' | 'testKey'> {
  return {
    personKey: person && keyOfPerson(person),
    testKey: person && test && hashed(testKey(person, test)),
  }
}

/** The hash by which rows of a person are known. The date of birth is YYYY-MM-DD. */
export function keyOfPerson(names: Parameters<typeof personKey>[0]): string {
  return hashed(personKey(names))
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

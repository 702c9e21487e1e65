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
    personKey: person && hashed(personKey(person)),
    testKey: person && test && hashed(testKey(person, test)),
  }
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

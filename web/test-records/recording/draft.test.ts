import { expect, test } from 'vitest'
import { contentTexts } from '../../../contract/test-records/content-parts.ts'
import { emptyDraft, hasEntries } from './draft.ts'

const untyped = emptyDraft({ idempotencyKey: 'key', performedZone: 'Europe/London' })

test('a draft without anything typed has nothing to lose', () => {
  expect(hasEntries(untyped)).toBe(false)
})

test('every text that somebody types would be lost, but not those that are taken over from the last test', () => {
  const lost = contentTexts.filter((text) => hasEntries({ ...untyped, [text]: 'typed' }))
  expect(lost).toEqual(['expiredLotReason', 'location', 'note'])
})

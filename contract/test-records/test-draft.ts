import * as z from 'zod/mini'
import { anyText, id, typedText } from '../schema.ts'
import { subject } from '../subjects/subject.ts'
import { analyteResult, coordinates, performedOffset } from './content-parts.ts'

const place = z.strictObject({ id, name: typedText(100) })

/** A draft may hold more than a saved record: what is too long is told when it is checked, and kept until then. */
const line = typedText(500)

/**
 * A test that is being recorded, as typed: nothing in it need be complete or right yet. A subject that was found is
 * kept by id alone and shown through the scope of whoever continues; only one that is being added is kept in words.
 */
const content = {
  /** The key is sent with every attempt to save, so that a test whose reply was lost is not stored twice. */
  idempotencyKey: anyText(64).check(z.regex(/^[\x21-\x7e]{1,64}$/)),
  /** Null until a place is chosen, which says what is offered. */
  assayId: z.nullable(id),
  organisation: z.nullable(place),
  group: z.nullable(place),
  typedSubject: z.strictObject({
    email: line,
    customId1: line,
    customId2: line,
    dateOfBirth: line,
    firstName: line,
    lastName: line,
    localId: line,
  }),
  isNewSubject: z.boolean(),
  /** The results of the lines that have one already. */
  analyteResults: z.array(analyteResult).check(z.maxLength(20)),
  specimen: line,
  performedDate: z.nullable(line),
  performedTime: z.nullable(line),
  performedZone: line,
  /** That of the time that was offered, or chosen of two; null of one that was typed and of drafts from before it was kept. */
  performedOffset,
  location: line,
  coordinates: z.nullable(coordinates),
  image: z.nullable(z.strictObject({ id, name: line })),
  lot: line,
  lotExpiry: line,
  /** Of a draft that was kept before lots could expire there is none. */
  expiredLotReason: z._default(typedText(2000), ''),
  note: typedText(5000),
}

export const testDraft = z.strictObject({ ...content, subjectId: z.nullable(id) })
export type TestDraft = z.infer<typeof testDraft>

/** A draft as it is continued. Its subject is null when none was chosen, or the chosen one is no longer in sight. */
export const keptTestDraft = z.strictObject({
  ...content,
  subject: z.nullable(subject),
  startedAt: z.iso.datetime(),
})
export type KeptTestDraft = z.infer<typeof keptTestDraft>

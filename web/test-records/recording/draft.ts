import { isTimeZone } from '../../../contract/rules/dates.ts'
import type { Result } from '../../../contract/rules/results.ts'
import { ownZone } from '../../browser.ts'
import { anonymizedId } from '../../../contract/subjects/subject.ts'
import { contentTexts, keyed, type ContentText } from '../../../contract/test-records/content-parts.ts'
import type { KeptTestDraft, TestDraft } from '../../../contract/test-records/test-draft.ts'

export interface Named {
  id: string
  name: string
}

/**
 * The typed fields of a subject, first to look one up and then to add one. Dates are as typed, in the tenant's format.
 */
export type TypedSubject = KeptTestDraft['typedSubject']

/**
 * A test that is being recorded, as typed. Everything is kept until it is saved or discarded, so that neither a lost
 * network, a reload nor the end of a session costs a word. Date and time are null until their step first appears and
 * fills in the present time.
 */
export interface Draft extends Omit<KeptTestDraft, 'startedAt' | 'analyteResults'> {
  /** The result of each analyte, by its id. */
  results: Record<string, Result>
  /** The assay that was chosen when the photo was added; this tab alone knows it. */
  imageOf?: string | null
}

export const untypedSubject: TypedSubject = {
  email: '',
  customId1: '',
  customId2: '',
  dateOfBirth: '',
  firstName: '',
  lastName: '',
  localId: '',
  hasOneName: false,
}

/** The texts that the next test at a place takes over from the last one. */
const takenOver = ['specimen', 'lot', 'lotExpiry'] as const satisfies readonly ContentText[]

/** The values that the next test at a place starts with. */
export type DraftStart = Pick<Draft, 'idempotencyKey' | 'performedZone'> &
  Partial<Pick<Draft, 'organisation' | 'group' | 'assayId' | 'testSetId' | (typeof takenOver)[number]>>

export function emptyDraft(start: DraftStart): Draft {
  return {
    assayId: null,
    testSetId: null,
    organisation: null,
    group: null,
    subject: null,
    typedSubject: untypedSubject,
    isNewSubject: false,
    results: {},
    performedDate: null,
    performedTime: null,
    performedOffset: null,
    ...keyed(contentTexts, () => ''),
    coordinates: null,
    image: null,
    ...start,
  }
}

/**
 * True if leaving would lose something. A place, the time of day and what is taken over from the last test are filled in
 * automatically and are no loss.
 */
export function hasEntries(draft: Draft): boolean {
  return (
    draft.subject !== null ||
    Object.values(draft.typedSubject).some((typed) => typed !== '' && typed !== false) ||
    Object.keys(draft.results).length > 0 ||
    draft.image !== null ||
    draft.coordinates !== null ||
    contentTexts.some((text) => !isTakenOver(text) && draft[text] !== '')
  )
}

const isTakenOver = (text: ContentText) => takenOver.some((one) => one === text)

/**
 * Sets the place and clears what no longer fits: another organisation has other groups, and another group has other
 * subjects.
 */
export function withPlace(draft: Draft, organisation: Named | null, group: Named | null): Draft {
  const isSameGroup = group !== null && group.id === draft.group?.id
  return {
    ...draft,
    organisation,
    group,
    subject: isSameGroup ? draft.subject : null,
    isNewSubject: isSameGroup && draft.isNewSubject,
    testSetId: isSameGroup ? draft.testSetId : null,
  }
}

/** Adds or removes the photo. */
export function withImage(draft: Draft, image: Draft['image'], assayId: string | null): Draft {
  return { ...draft, image, imageOf: assayId }
}

/** True if the photo was added before this assay was chosen: it may show another kit. */
export function isImageOfAnother({ image, imageOf }: Draft, assayId: string): boolean {
  return image !== null && imageOf !== undefined && imageOf !== assayId
}

/**
 * Sets the assay and clears the results, specimen and lot of the previous one. `last` is the lot that was last used
 * with the new assay.
 */
export function withAssay(draft: Draft, assayId: string | null, last: Pick<Draft, 'lot' | 'lotExpiry'>): Draft {
  if (assayId === draft.assayId) return draft.lot === '' ? { ...draft, ...last } : draft
  return { ...draft, assayId, results: {}, specimen: '', expiredLotReason: '', ...last }
}

export function toKeep({ subject, results, imageOf: _, ...draft }: Draft): TestDraft {
  return {
    ...draft,
    subjectId: subject === null || subject.id === anonymizedId ? null : subject.id,
    analyteResults: Object.entries(results).map(([analyteId, result]) => ({ analyteId, result })),
  }
}

/**
 * Restores a kept draft. Results of an assay that is no longer offered are dropped, because there are no lines to show
 * them at.
 */
export function fromKept(
  { startedAt: _, analyteResults, ...kept }: KeptTestDraft,
  assays: readonly Pick<Named, 'id'>[],
): Draft {
  const results = analyteResults.map(({ analyteId, result }) => [analyteId, result])
  const draft = { ...kept, results: Object.fromEntries(results) as Draft['results'] }
  if (kept.image !== null) Object.assign(draft, { imageOf: kept.assayId })
  // If this browser does not know the zone, the typed time cannot be interpreted and must be typed again.
  if (!isTimeZone(draft.performedZone)) {
    Object.assign(draft, { performedZone: ownZone(), performedDate: '', performedTime: '', performedOffset: null })
  }
  const isOffered = assays.some(({ id }) => id === kept.assayId)
  return isOffered ? draft : withAssay({ ...draft, assayId: '' }, null, { lot: '', lotExpiry: '' })
}

import type { Result } from '../../../contract/rules/results.ts'
import type { Subject } from '../../../contract/subjects/subject.ts'

export interface Named {
  id: string
  name: string
}

/** What was typed about a subject: to look one up, then to add one. Dates are as typed, in the tenant's format. */
export interface TypedSubject {
  email: string
  customId1: string
  customId2: string
  dateOfBirth: string
  firstName: string
  lastName: string
  localId: string
}

/**
 * A test that is being recorded, as typed. Everything is kept until it is saved or discarded, so that neither a lost
 * network nor a reload costs a word.
 */
export interface Draft {
  /** Sent with every attempt to save, so that a repeat stores one record. */
  idempotencyKey: string
  organisation: Named | null
  group: Named | null
  subject: Subject | null
  typedSubject: TypedSubject
  /** Whether the form for a new subject is open. */
  isNewSubject: boolean
  /** The result of each analyte, by its id. */
  results: Record<string, Result>
  specimen: string
  /** As typed; null until the step is first shown, which fills in the time then. */
  performedDate: string | null
  performedTime: string | null
  performedZone: string
  location: string
  coordinates: { latitude: number; longitude: number } | null
  image: { id: string; name: string } | null
  lot: string
  lotExpiry: string
  note: string
}

const untypedSubject: TypedSubject = {
  email: '',
  customId1: '',
  customId2: '',
  dateOfBirth: '',
  firstName: '',
  lastName: '',
  localId: '',
}

/** What the next test at a place starts from. */
export type DraftStart = Pick<Draft, 'idempotencyKey' | 'performedZone'> &
  Partial<Pick<Draft, 'organisation' | 'group' | 'lot' | 'lotExpiry'>>

export function emptyDraft(start: DraftStart): Draft {
  return {
    organisation: null,
    group: null,
    subject: null,
    typedSubject: untypedSubject,
    isNewSubject: false,
    results: {},
    specimen: '',
    performedDate: null,
    performedTime: null,
    location: '',
    coordinates: null,
    image: null,
    lot: '',
    lotExpiry: '',
    note: '',
    ...start,
  }
}

/** Whether leaving would lose something. A place, a lot and the time of day come by themselves and are no loss. */
export function hasEntries(draft: Draft): boolean {
  return (
    draft.subject !== null ||
    Object.values(draft.typedSubject).some((text) => text !== '') ||
    Object.keys(draft.results).length > 0 ||
    draft.image !== null ||
    draft.coordinates !== null ||
    [draft.location, draft.note].some((text) => text !== '')
  )
}

/** Another organisation has other groups, and another group has other subjects: what no longer fits goes. */
export function withPlace(draft: Draft, organisation: Named | null, group: Named | null): Draft {
  const isSameGroup = group !== null && group.id === draft.group?.id
  return {
    ...draft,
    organisation,
    group,
    subject: isSameGroup ? draft.subject : null,
    isNewSubject: isSameGroup && draft.isNewSubject,
  }
}

import type { AssayListItem } from '../../../contract/assays/assay.ts'
import type { Subject } from '../../../contract/subjects/subject.ts'
import { emptyDraft, type Draft } from './draft.ts'

export const assay: AssayListItem = {
  id: '01890000-0000-7000-8000-0000000000a1',
  name: 'Example antigen',
  manufacturer: null,
  model: null,
  gtin: null,
  analytes: [{ id: 'flu-a', name: 'Influenza A', loinc: null, snomed: null }],
  specimens: [{ name: 'Nasal swab', snomed: null }],
  offeredResults: ['positive', 'negative', 'inconclusive', 'invalid'],
  readFromMinutes: 15,
  readUntilMinutes: 30,
  imageRequired: false,
  requiresTimer: false,
  twoReaders: false,
  hasInstructions: false,
  organisations: null,
  status: 'active',
  isDefault: true,
  version: 1,
}

export const subject: Subject = {
  id: '01890000-0000-7000-8000-0000000000b1',
  kind: 'human',
  email: 'ada@example.test',
  dateOfBirth: '1980-03-27',
  firstName: 'Ada',
  lastName: null,
  localId: null,
  customId1: null,
  customId2: null,
  groupId: '01890000-0000-7000-8000-0000000000c1',
}

export const organisation = { id: '01890000-0000-7000-8000-0000000000d1', name: 'Clinic' }
export const group = { id: '01890000-0000-7000-8000-0000000000c1', name: 'Ward 1' }

export function draftWith(change: Partial<Draft> = {}): Draft {
  return { ...emptyDraft({ idempotencyKey: 'key', performedZone: 'Europe/London' }), ...change }
}

/** A draft that is ready to be saved. */
export const fullDraft = draftWith({
  assayId: assay.id,
  organisation,
  group,
  subject,
  results: { 'flu-a': 'negative' },
  performedDate: '05/03/2026',
  performedTime: '09:30',
})

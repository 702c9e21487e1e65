import type { Generated, GeneratedAlways } from 'kysely'
import type { Assay } from '../../../contract/assays/assay.ts'
import type { Delivery } from '../../../contract/deliveries/endpoints.ts'
import type { DeletionReason } from '../../../contract/rules/reasons.ts'
import type { Result } from '../../../contract/rules/results.ts'
import type { DetailKind } from '../../../contract/subjects/detail-kinds.ts'
import type { PersonDetails } from '../../../contract/subjects/details.ts'
import type { WholeIdentity } from '../../../contract/subjects/subject.ts'
import type { Origin } from '../../../contract/test-records/origin.ts'
import type { TestDraft } from '../../../contract/test-records/test-draft.ts'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import type { CancelReason } from '../../../contract/test-runs/endpoints.ts'
import type { ReadingDraft } from '../../../contract/test-runs/reading-draft.ts'
import type { ownCancelReasons, TestRun } from '../../../contract/test-runs/test-run.ts'
import type { Json, Versioned } from './column-types.ts'

/** Tables of tests: assays, subjects, runs and results. */
export interface TestTables {
  assays: AssaysTable
  assay_words: { tenant_id: string; word: string; assay_id: string }
  assay_versions: AssayVersionsTable
  assay_organisation_meanings: AssayOrganisationMeaningsTable
  assay_pictures: AssayPicturesTable
  subjects: SubjectsTable
  subject_identities: SubjectIdentitiesTable
  subject_details: SubjectDetailsTable
  subject_groups: SubjectGroupsTable
  subject_words: SubjectWordsTable
  merged_subjects: MergedSubjectsTable
  subject_merges: SubjectMergesTable
  device_images: DeviceImagesTable
  test_records: TestRecordsTable
  test_record_versions: TestRecordVersionsTable
  record_origins: RecordOriginsTable
  verification_keys: VerificationKeysTable
  deliveries: DeliveriesTable
  second_readings: SecondReadingsTable
  test_drafts: TestDraftsTable
  test_runs: TestRunsTable
  test_run_drafts: TestRunDraftsTable
  idempotency_keys: IdempotencyKeysTable
}

/** The part of an assay that each of its versions keeps. */
export interface AssayDefinition {
  name: string
  manufacturer: string | null
  model: string | null
  gtin: string | null
  analytes: Json<Assay['analytes']>
  specimens: Json<Assay['specimens']>
  offered_results: Generated<Result[]>
  read_from_minutes: number
  read_until_minutes: number
  image_required: Generated<boolean>
  requires_timer: Generated<boolean>
  two_readers: Generated<boolean>
  instructions: Json<Assay['instructions']>
  pictures: Json<Assay['pictures']>
  meanings: Json<Assay['meanings']>
}

interface AssaysTable extends Versioned, AssayDefinition {
  tenant_id: string
  id: string
  name_key: GeneratedAlways<string>
  organisation_ids: string[] | null
  retired_at: Date | null
  taken_from: Json<NonNullable<Assay['takenFrom']>> | null
}

interface AssayOrganisationMeaningsTable {
  tenant_id: string
  assay_id: string
  organisation_id: string
  from_version: number
  meanings: Json<Assay['meanings']>
}

interface AssayVersionsTable extends AssayDefinition {
  tenant_id: string
  assay_id: string
  version: number
  created_at: Generated<Date>
}

interface AssayPicturesTable {
  tenant_id: string
  id: string
  assay_id: string | null
  content: Buffer
  width: number
  height: number
  uploaded_by: string
  created_at: Generated<Date>
}

interface SubjectsTable extends Versioned {
  tenant_id: string
  id: string
  kind: 'human' | 'non-human'
  organisation_id: string
  group_id: string
  user_id: string | null
}

interface SubjectIdentitiesTable {
  tenant_id: string
  subject_id: string
  group_id: string
  email: string | null
  date_of_birth: string | null
  first_name: string | null
  last_name: string | null
  local_id: string | null
  custom_id_1: string | null
  custom_id_2: string | null
  email_key: GeneratedAlways<string | null>
  first_name_key: GeneratedAlways<string | null>
  last_name_key: GeneratedAlways<string | null>
  local_id_key: GeneratedAlways<string | null>
  custom_id_1_key: GeneratedAlways<string | null>
  custom_id_2_key: GeneratedAlways<string | null>
  updated_at: Generated<Date>
}

interface SubjectDetailsTable {
  tenant_id: string
  subject_id: string
  role: PersonDetails['role']
  unit: string | null
  room: string | null
  sex: PersonDetails['sex']
  race: PersonDetails['race']
  ethnicity: PersonDetails['ethnicity']
  language: string | null
  telephones: Json<NonNullable<PersonDetails['telephones']>> | null
  address: Json<NonNullable<PersonDetails['address']>> | null
  guardian: Json<NonNullable<PersonDetails['guardian']>> | null
  nhs_number: string | null
  consent: Json<NonNullable<PersonDetails['consent']>> | null
}

interface SubjectGroupsTable {
  tenant_id: string
  subject_id: string
  group_id: string
  organisation_id: string
  name_key: string
  is_home: boolean
  is_first_of_organisation: boolean
}

interface SubjectWordsTable {
  tenant_id: string
  word: string
  subject_id: string
  group_id: string
  organisation_id: string
  whole: string | null
}

interface MergedSubjectsTable {
  tenant_id: string
  id: string
  subject_id: string
  email: string | null
  date_of_birth: string | null
  first_name: string | null
  last_name: string | null
  local_id: string | null
  custom_id_1: string | null
  custom_id_2: string | null
  nhs_number: string | null
  email_key: GeneratedAlways<string | null>
  name_key: GeneratedAlways<string | null>
  custom_id_1_key: GeneratedAlways<string | null>
  custom_id_2_key: GeneratedAlways<string | null>
}

interface SubjectMergesTable {
  tenant_id: string
  id: string
  kept_subject_id: string
  merged_subject_id: string
  identity: Json<WholeIdentity> | null
  filled: (keyof WholeIdentity)[]
  details: Json<PersonDetails> | null
  filled_details: Generated<DetailKind[]>
  group_ids: string[]
  added_group_ids: string[]
  test_record_ids: string[]
  moved_subject_ids: string[]
  user_id: string | null
  kept_user_id: string | null
  merged_by: string
  merged_at: Generated<Date>
  undone_at: Date | null
}

interface DeviceImagesTable {
  tenant_id: string
  id: string
  uploaded_by: string
  width: number
  height: number
  byte_size: number
  created_at: Generated<Date>
}

/** The part of a test that is known before its result is read. */
interface SampleColumns {
  specimen: string | null
  location: string | null
  latitude: number | null
  longitude: number | null
  lot: string | null
  lot_expiry: string | null
  expired_lot_reason: Generated<string | null>
}

interface TestRecordsTable extends SampleColumns {
  tenant_id: string
  id: string
  test_id: string
  organisation_id: string
  group_id: string
  subject_id: string
  assay_id: string
  assay_version: Generated<number>
  result: Result
  analyte_results: Json<TestRecord['analyteResults']>
  performed_at: Date
  performed_zone: string
  device_image_id: string | null
  note: string | null
  read_at: Date | null
  reading: TestRecord['reading']
  reading_reason: string | null
  state: Generated<TestRecord['state']>
  second_reading: TestRecord['secondReading']
  results_by: string | null
  recorded_by: string
  recorded_at: Generated<Date>
  origin: Generated<Origin>
  origin_id: Generated<string | null>
  source_recorded_by: Generated<string | null>
  version: Generated<number>
  updated_at: Generated<Date>
}

interface RecordOriginsTable {
  tenant_id: string
  id: string
  kind: Exclude<Origin, 'here'>
  name: string
  recorded_by: string
  created_at: Generated<Date>
}

interface TestRecordVersionsTable {
  tenant_id: string
  test_record_id: string
  version: number
  snapshot: Json<unknown>
  subject_id: GeneratedAlways<string | null>
  device_image_id: GeneratedAlways<string | null>
  moves_subject: boolean | null
  changed_by: string
  changed_at: Generated<Date>
  reason: DeletionReason
  reason_text: string | null
  note: string | null
}

interface VerificationKeysTable {
  tenant_id: string
  key: Buffer
  created_at: Generated<Date>
}

interface DeliveriesTable {
  tenant_id: string
  id: string
  test_record_id: string
  channel: Delivery['channel']
  reason: Delivery['reason']
  token_hash: Buffer | null
  sent_by: string
  created_at: Date
  expires_at: Date
  wrong_tries: Generated<number>
  opened_at: Date | null
  ended_at: Date | null
  ended_because: Delivery['endedBecause']
  to_guardian: Generated<boolean>
}

interface SecondReadingsTable {
  tenant_id: string
  test_record_id: string
  first_result: Result
  first_analyte_results: Json<TestRecord['analyteResults']>
  first_by: string
  first_at: Date
  result: Result
  analyte_results: Json<TestRecord['analyteResults']>
  read_by: string
  read_at: Date
  note: string | null
  was_seen: boolean
  kept: 'first' | 'second' | null
  settled_by: string | null
  settled_at: Date | null
  settled_reason: string | null
  version: Generated<number>
  updated_at: Generated<Date>
}

interface TestDraftsTable {
  tenant_id: string
  user_id: string
  idempotency_key: string
  subject_id: string | null
  content: Json<Omit<TestDraft, 'subjectId'>>
  started_at: Generated<Date>
  kept_at: Generated<Date>
}

interface TestRunsTable extends SampleColumns {
  tenant_id: string
  id: string
  organisation_id: string
  group_id: string
  subject_id: string
  assay_id: string
  assay_version: number
  zone: string
  started_by: string
  started_at: Date
  read_from: Date | null
  read_until: Date | null
  state: Generated<TestRun['state']>
  ended_at: Date | null
  ended_by: string | null
  cancel_reason: CancelReason | (typeof ownCancelReasons)[number] | null
  cancel_note: string | null
  test_record_id: string | null
  test_set_id: Generated<string | null>
  version: Generated<number>
  updated_at: Generated<Date>
}

interface TestRunDraftsTable {
  tenant_id: string
  test_run_id: string
  user_id: string
  content: Json<ReadingDraft>
  kept_at: Date
}

interface IdempotencyKeysTable {
  tenant_id: string
  user_id: string
  key: string
  request_hash: Buffer
  resource_id: string
  created_at: Generated<Date>
}

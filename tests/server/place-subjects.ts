import type pg from 'pg'
import { nameKeyOf, searchRowsOf } from '../../contract/subjects/search-words.ts'
import { insertRows } from './rows.ts'

/** What of a place its subjects need. */
interface PlaceOfSubjects {
  marker: string
  organisationId: string
  groupId: string
  subjectId: string
  subjectEmail: string
}

interface Tenant {
  id: string
  marker: string
}

const nobody = { localId: null, customId1: null, customId2: null }

/** Inserts the words by which the subject is found in its group. */
export async function insertKnown(client: pg.ClientBase, tenant: Tenant, place: PlaceOfSubjects): Promise<void> {
  const identity = { ...nobody, email: place.subjectEmail, firstName: place.marker, lastName: tenant.marker }
  const known = {
    tenant_id: tenant.id,
    subject_id: place.subjectId,
    group_id: place.groupId,
    organisation_id: place.organisationId,
  }
  await insertRows(client, 'subject_groups', [
    { ...known, name_key: nameKeyOf(identity), is_home: true, is_first_of_organisation: true },
  ])
  await insertRows(
    client,
    'subject_words',
    // A trigger for each row would write the words without gaps before these arrive.
    searchRowsOf(identity)
      .map((row) => ({ ...known, ...row }))
      .toReversed(),
  )
}

interface Merged {
  id: string
  mergeId: string
  email: string
  /** The user who merged it. */
  by: string
}

/** Inserts a subject without tests that was merged into the place's subject. */
export async function insertMerged(
  client: pg.ClientBase,
  tenant: Tenant,
  place: PlaceOfSubjects,
  { id, mergeId, email, by }: Merged,
): Promise<void> {
  const identity = { ...nobody, email, dateOfBirth: '1980-05-17', firstName: place.marker, lastName: tenant.marker }
  await insertRows(client, 'subjects', [
    { tenant_id: tenant.id, id, kind: 'human', organisation_id: place.organisationId, group_id: place.groupId },
  ])
  await insertRows(client, 'merged_subjects', [
    {
      tenant_id: tenant.id,
      id,
      subject_id: place.subjectId,
      email,
      date_of_birth: identity.dateOfBirth,
      first_name: identity.firstName,
      last_name: identity.lastName,
    },
  ])
  await insertRows(client, 'subject_merges', [
    {
      tenant_id: tenant.id,
      id: mergeId,
      kept_subject_id: place.subjectId,
      merged_subject_id: id,
      identity: JSON.stringify(identity),
      group_ids: [place.groupId],
      added_group_ids: [],
      test_record_ids: [],
      merged_by: by,
    },
  ])
}

import type pg from 'pg'
import { insertRows } from './rows.ts'

/** Inserts files that were read, with a row each, whose name is wrong; of one it is being made, and one was undone. */
export async function insertImports(
  client: pg.ClientBase,
  {
    tenantId: tenant_id,
    organisationId,
    recordId,
    subjectId,
    importId,
    spareImportId,
    startedImportId,
    undoneImportId,
    readImportId,
  }: Record<
    | 'tenantId'
    | 'organisationId'
    | 'recordId'
    | 'subjectId'
    | 'importId'
    | 'spareImportId'
    | 'startedImportId'
    | 'undoneImportId'
    | 'readImportId',
    string
  >,
  { text, uploadedBy }: { text: string; uploadedBy: string },
): Promise<void> {
  const answers = {
    zone: 'Europe/London',
    dateOrder: 'mdy',
    twoDigitYears: 'ask',
    serialDates: '1900',
    undetermined: 'invalid',
    removed: 'leave-out',
    columns: null,
    kits: [],
    groups: [],
  }
  const column = { field: 'lastName' }
  const summary = {
    rows: 1,
    wrong: 1,
    people: 0,
    tests: 0,
    removed: 0,
    hasUndetermined: false,
    skipped: { noResult: 0, removed: 0, repeated: 0 },
    devices: [],
    facilities: [],
  }
  const run = {
    rows: 0,
    of: 1,
    people: { made: 0, matched: 0 },
    tests: 0,
    known: 0,
    wrong: 0,
    startedBy: uploadedBy,
    startedAt: '2026-03-01T10:00:00.000Z',
    endedAt: null,
  }
  const begun = new Map<string, object>([
    [startedImportId, { state: 'running', run: JSON.stringify(run) }],
    [undoneImportId, { state: 'undone', run: JSON.stringify({ ...run, endedAt: '2026-03-01T10:01:00.000Z' }) }],
  ])
  const ids = [importId, spareImportId, startedImportId, undoneImportId, readImportId]
  await insertRows(
    client,
    'imports',
    ids.map((id) => ({
      tenant_id,
      id,
      organisation_id: organisationId,
      file_name: `Roster of ${text}.csv`,
      byte_size: 100,
      state: 'read',
      run: null,
      ...begun.get(id),
      zone: 'Europe/London',
      answers: JSON.stringify(answers),
      head: JSON.stringify({ layout: 'by-hand', headers: ['Last name'], columns: [column] }),
      summary: JSON.stringify(summary),
      rows_read: 1,
      uploaded_by: uploadedBy,
    })),
  )
  await insertRows(
    client,
    'import_rows',
    ids.map((import_id) => ({
      tenant_id,
      import_id,
      line: 2,
      cells: JSON.stringify([text]),
      content: JSON.stringify({ person: null, test: null, results: [] }),
      problems: JSON.stringify([{ column: 0, code: 'hiddenCharacters' }]),
      outcome: 'wrong',
      person_answer: 'another',
    })),
  )
  await client.query('insert into import_secrets (tenant_id, secret) values ($1, $2) on conflict do nothing', [
    tenant_id,
    `secret of ${tenant_id}`,
  ])
  const made = { tenant_id, key: `key of ${importId}`, import_id: importId }
  await insertRows(client, 'imported_tests', [{ ...made, record_id: recordId }])
  await insertRows(client, 'imported_people', [{ ...made, subject_id: subjectId }])
  await insertRows(client, 'import_changes', [
    { tenant_id, import_id: importId, subject_id: subjectId, before: '{"sex":null}', after: '{"sex":"female"}' },
  ])
  await insertRows(client, 'import_matches', [
    { tenant_id, import_id: startedImportId, subject_id: subjectId, made_by: importId },
  ])
  await insertRows(client, 'import_test_matches', [
    { tenant_id, import_id: startedImportId, record_id: recordId, made_by: importId },
  ])
  await insertRows(client, 'import_mappings', [
    { tenant_id, organisation_id: organisationId, kind: 'group', named: text, meant: JSON.stringify(null) },
  ])
}

import { whyCannotRecord } from '../../../contract/permissions/can.ts'
import { instantOf } from '../../../contract/rules/dates.ts'
import type { NewTestRecord } from '../../../contract/test-records/new-test-record.ts'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import type { ActorScope } from '../../access/scope.ts'
import { Failure, invalid } from '../../platform/failure.ts'
import { insertOrigin, type RecordOrigin } from './repository.ts'
import { checkRecord, referencesOf, storeRecord } from './storing-service.ts'

type Imported = Extract<RecordOrigin, { kind: 'import' }>

/** Stores the import by which tests will come in the actor's name: its id, and the name of its file, which is kept. */
export async function beginImport(scope: ActorScope, { id, name }: Pick<Imported, 'id' | 'name'>): Promise<void> {
  await insertOrigin(scope, { kind: 'import', id, name, recordedBy: scope.actor.id })
}

/**
 * Records a test from a file in the actor's name, by an import that they have begun. All rules of recording hold but
 * three, which ask for a test that is read here: a timer, a photo and a second reading. Nothing is sent to the person
 * who was tested. Throws the flag or permission that forbids recording, and `validation` for references that do not
 * belong together.
 */
export async function recordImported(scope: ActorScope, origin: Imported, sent: NewTestRecord): Promise<TestRecord> {
  const forbidden = whyCannotRecord({ ...scope.actor, features: scope.tenant.features })
  if (forbidden !== undefined) throw new Failure(forbidden)
  const { input, references } = await referencesOf(scope, sent)
  const performedAt = instantOf(input.performedDate, input.performedTime, input.performedZone, input.performedOffset)
  if (performedAt === undefined) throw invalid('performedTime', 'skippedHour')
  const toStore = { input, references, performedAt, read: null, key: undefined, origin }
  return await storeRecord(scope, checkRecord(scope, toStore))
}

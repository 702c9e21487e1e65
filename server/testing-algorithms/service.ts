import type { Query, Reply } from '../../contract/endpoint.ts'
import type {
  listTestingAlgorithms as listEndpoint,
  TestingAlgorithm,
  TestingAlgorithmForm,
} from '../../contract/testing-algorithms/algorithm.ts'
import { recordDone } from '../access/audit/audit.ts'
import { makeChange } from '../access/changing/changes.ts'
import { asSeen } from '../access/changing/touched.ts'
import type { ActorScope } from '../access/scope.ts'
import { Failure, found } from '../platform/failure.ts'
import * as rows from './repository.ts'

export async function listTestingAlgorithms(
  scope: ActorScope,
  query: Query<typeof listEndpoint>,
): Promise<Reply<typeof listEndpoint>> {
  const { items, page } = await rows.listAlgorithmRows(scope, query)
  const first = items.flatMap(({ steps }) => steps[0]?.assayId ?? [])
  const names = new Map((await rows.findAssays(scope, first)).map(({ id, name }) => [id, name]))
  return { data: items.map((row) => toListItem(row, names)), page }
}

/** Throws `not-found`. */
export async function getTestingAlgorithm(scope: ActorScope, id: string): Promise<TestingAlgorithm> {
  const row = found(await rows.findAlgorithm(scope, id))
  const { name, steps, outcomes } = row
  const assays = await rows.findAssays(scope, [...new Set(steps.map(({ assayId }) => assayId))])
  return {
    ...toListItem(row, new Map(assays.map((assay) => [assay.id, assay.name]))),
    form: { name, steps, outcomes },
    assays: assays.map((assay) => ({ id: assay.id, name: assay.name, isRetired: assay.retired_at !== null })),
  }
}

/** Creates an algorithm with this id. Throws `duplicate` at the name, and `validation` for test kits that the tenant does not have. */
export async function createTestingAlgorithm(
  scope: ActorScope,
  form: TestingAlgorithmForm,
  id: string,
): Promise<TestingAlgorithm> {
  await requireAssays(scope, form)
  await rows.insertAlgorithm(scope, id, form)
  await recordDone(scope, 'testing-algorithm.created', id)
  return await getTestingAlgorithm(scope, id)
}

/**
 * Makes a new version of an algorithm. Equal content leaves no trace. Throws `not-found`, `stale-version`, `duplicate` at the
 * name, and `validation` for test kits that the tenant does not have or has retired.
 */
export async function updateTestingAlgorithm(
  scope: ActorScope,
  id: string,
  version: number,
  form: TestingAlgorithmForm,
): Promise<TestingAlgorithm> {
  await rows.lockAlgorithm(scope, id)
  const row = asSeen(await rows.findAlgorithm(scope, id), version)
  await requireAssays(scope, form, row.steps)
  const change = {
    id,
    from: { name: row.name },
    to: { name: form.name },
    // Each version is kept, so the trail says only what changed.
    unkept: {
      steps: { from: row.steps, to: form.steps },
      outcomes: { from: row.outcomes, to: form.outcomes },
    },
  }
  await makeChange(scope, 'testing-algorithm.changed', change, async () =>
    rows.updateAlgorithm(scope, id, version + 1, form),
  )
  return await getTestingAlgorithm(scope, id)
}

/** Retires an algorithm or brings it back; does nothing when it is already so. Throws `not-found` and `stale-version`. */
export async function setRetirement(
  scope: ActorScope,
  id: string,
  { isRetired, version }: { isRetired: boolean; version: number | undefined },
): Promise<TestingAlgorithm> {
  await rows.lockAlgorithm(scope, id)
  const row = asSeen(await rows.findAlgorithm(scope, id), version)
  if (isRetired !== (row.retired_at !== null)) {
    await rows.setRetiredAt(scope, id, isRetired ? scope.now : null)
    await recordDone(scope, isRetired ? 'testing-algorithm.retired' : 'testing-algorithm.restored', id)
  }
  return await getTestingAlgorithm(scope, id)
}

/** Finds an algorithm with which a set may begin now. Throws `not-found`, and `not-possible` for a retired one. */
export async function getOfferedAlgorithm(scope: ActorScope, id: string): Promise<{ version: number }> {
  const row = found(await rows.findAlgorithm(scope, id))
  if (row.retired_at !== null) throw new Failure('not-possible')
  return row
}

/** Throws `validation` at each step whose test kit the tenant does not have, or has retired since it was chosen. */
async function requireAssays(
  scope: ActorScope,
  { steps }: TestingAlgorithmForm,
  before: TestingAlgorithmForm['steps'] = [],
): Promise<void> {
  const kept = new Set(before.map(({ assayId }) => assayId))
  const assays = await rows.findAssays(scope, [...new Set(steps.map(({ assayId }) => assayId))])
  const offered = new Set(
    assays.filter(({ id, retired_at }) => retired_at === null || kept.has(id)).map(({ id }) => id),
  )
  const fields = steps.flatMap(({ assayId }, at) =>
    offered.has(assayId) ? [] : [{ field: `steps.${at}.assayId`, phrase: 'unknownReference' as const, values: {} }],
  )
  if (fields.length > 0) throw new Failure('validation', { fields })
}

function toListItem({ id, name, version, steps, retired_at }: rows.AlgorithmRow, names: ReadonlyMap<string, string>) {
  const first = steps[0]?.assayId ?? ''
  return {
    id,
    name,
    firstAssay: { id: first, name: names.get(first) ?? '' },
    steps: steps.length,
    retiredAt: retired_at?.toISOString() ?? null,
    version,
  }
}

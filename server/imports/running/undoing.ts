import { isDeepStrictEqual } from 'node:util'
import { v7 as newId } from 'uuid'
import { mostNamedOfUndo } from '../../../contract/imports/import.ts'
import { mayUndoImports } from '../../../contract/permissions/can.ts'
import type { Scope } from '../../access/scope.ts'
import type { KeptUndo } from '../../access/tables/imports.ts'
import { queueErasure } from '../../erasures/service.ts'
import { eraseUnusedPeople, takeDetails } from '../../subjects/service.ts'
import { voidImported } from '../../test-records/service.ts'
import { asImporter } from '../importer-repository.ts'
import { takeChanges } from './changes-repository.ts'
import { keepMade, noImport } from './known-repository.ts'
import { forgetMatches, handToFinders, takeTurns } from './matches-repository.ts'
import {
  countStaying,
  findLive,
  putState,
  takeImportedPeople,
  takeImportedTests,
  type HeldImport,
} from './repository.ts'

const nothingUndone: KeptUndo = { voided: 0, erased: 0, recordsLeft: 0, peopleLeft: 0 }

/** People whose details one transaction puts back. */
const changesAtOnce = 100

/**
 * Voids some tests, then puts back details that were taken from the file, then erases some people; says at the end what was left. Whatever is left stays known by its key, so that
 * the file does not make it once more. Whom, or which test, another import has found goes when that is undone.
 */
export async function undoStep(scope: Scope, held: HeldImport): Promise<boolean> {
  const undo = held.undo ?? nothingUndone
  const importer = await asImporter(scope, held.acting_by)
  const holder = importer && { ...importer.actor, features: scope.tenant.features }
  if (importer === undefined || holder === undefined || !mayUndoImports(holder)) {
    // What is not undone yet can be undone by somebody else.
    await putState(scope, held.id, wasStopped(held) ? 'cancelled' : 'done', { undo })
    return false
  }
  await takeTurns(scope, 'undo')
  const tests = await takeImportedTests(scope, held.id)
  if (tests.length > 0) {
    const ids = tests.map(({ id }) => id)
    const live = await findLive(scope, ids)
    const finders = await handToFinders(scope, held.id, 'tests', ids)
    const voided = new Set(
      await voidImported(
        importer,
        ids.filter((id) => !finders.has(id)),
      ),
    )
    const left = tests.filter(({ id }) => live.has(id) && !voided.has(id))
    const known = tests.filter(({ id }) => finders.has(id) || (live.has(id) && !voided.has(id)))
    for (const [importId, ofOne] of Map.groupBy(known, ({ id }) => finders.get(id) ?? noImport)) {
      await keepMade(scope, importId, { people: [], tests: ofOne })
    }
    await putState(scope, held.id, 'undoing', {
      undo: { ...undo, voided: undo.voided + voided.size, recordsLeft: undo.recordsLeft + left.length },
    })
    return true
  }
  const changes = await takeChanges(scope, held.id, changesAtOnce)
  if (changes.length > 0) {
    const back = changes.map(({ subjectId, before, after }) => ({ subjectId, before: after, after: before }))
    const done = await takeDetails(importer, back)
    const whole = back.filter(({ subjectId, after }) =>
      done.some((one) => one.subjectId === subjectId && isDeepStrictEqual(one.after, after)),
    )
    await putState(scope, held.id, 'undoing', {
      undo: {
        ...undo,
        putBack: (undo.putBack ?? 0) + whole.length,
        notPutBack: (undo.notPutBack ?? 0) + changes.length - whole.length,
      },
    })
    return true
  }
  await forgetMatches(scope, held.id)
  const people = await takeImportedPeople(scope, held.id)
  if (people.length > 0) {
    const erased = await eraseUnusedPeople(
      importer,
      people.map(({ id }) => id),
    )
    // Without this a restored backup would bring them back.
    if (erased.length > 0) await queueErasure(scope, newId(), { subjectIds: erased, inviteIds: [] })
    const left = people.filter(({ id }) => !erased.includes(id))
    const finders = await handToFinders(
      scope,
      held.id,
      'people',
      left.map(({ id }) => id),
    )
    for (const [importId, ofOne] of Map.groupBy(left, ({ id }) => finders.get(id) ?? noImport)) {
      await keepMade(scope, importId, { people: ofOne, tests: [] })
    }
    await putState(scope, held.id, 'undoing', {
      undo: {
        ...undo,
        erased: undo.erased + erased.length,
        peopleLeft: undo.peopleLeft + left.length,
        leftIds: [...(undo.leftIds ?? []), ...left.map(({ id }) => id)].slice(0, mostNamedOfUndo),
      },
    })
    return true
  }
  // Whoever was given another identity since is not known by a key any more.
  const peopleLeft = Math.max(undo.peopleLeft, await countStaying(scope, held.id))
  await putState(scope, held.id, 'undone', { undo: { ...undo, peopleLeft } })
  await scope.addJob('remove-import', held.id)
  return false
}

/** Tells whether a run was stopped before its end. */
function wasStopped({ run }: HeldImport): boolean {
  return run !== null && run.endedAt === null
}

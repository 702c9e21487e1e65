import type { ForeseenUndo } from '../../../contract/imports/import.ts'
import type { ActorScope } from '../../access/scope.ts'
import { isUsed, namesOfSubjects } from '../../subjects/service.ts'
import { isAsImported } from '../../test-records/service.ts'
import { countPeopleOf, countTestsOf, goesWith, isMatchOf, isTestOf } from './foreseeing-repository.ts'

/** Tells what undoing an import would do now, in the actor's name. The caller has found it in the actor's scope. */
export async function foreseeUndo(scope: ActorScope, importId: string): Promise<ForeseenUndo> {
  const goes = (record: string) => goesWith(scope, importId, record, isAsImported(scope, record))
  const tests = await countTestsOf(scope, importId, goes('r'))
  const isStillUsed = isUsed(scope, {
    test_records: [goes('x'), isTestOf(scope, importId)],
    import_matches: [isMatchOf(importId)],
  })
  const people = await countPeopleOf(scope, importId, isStillUsed)
  const names = await namesOfSubjects(
    scope,
    people.flatMap(({ reason, ids }) => (reason === null ? [] : ids)),
  )
  return {
    ...tests,
    people: people.find(({ reason }) => reason === null)?.count ?? 0,
    peopleLeft: people.flatMap(({ reason, count, ids }) =>
      reason === null ? [] : [{ reason, count, named: names.filter(({ id }) => ids.includes(id)) }],
    ),
  }
}

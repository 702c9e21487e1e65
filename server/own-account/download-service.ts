import { Readable } from 'node:stream'
import { presentTime } from '../../contract/rules/present.ts'
import { recordDone } from '../access/audit/audit.ts'
import type { ActorScope, EnterAsActor } from '../access/scope.ts'
import { findDetailsOf } from '../subjects/service.ts'
import { downloadPage, findOwnData, listOwnEvents, listOwnMessages, listOwnRecords } from './download-repository.ts'

/**
 * Streams everything that is stored about the actor as one JSON document. Long lists are read a page at a time, each in
 * a transaction of its own, so that a slow download holds neither memory nor a connection. The short data is read
 * before this resolves, so that an error until then is an ordinary reply.
 */
export async function downloadOwnData(enter: EnterAsActor): Promise<Readable> {
  const own = await enter(async (scope) => {
    const found = await withDetails(scope, await findOwnData(scope))
    await recordDone(scope, 'user.data-downloaded', scope.actor.id)
    return found
  })
  return Readable.from(documentOf(enter, own))
}

/** Adds what is stored of each subject beside its identity, also what its tenant does not keep any more. */
async function withDetails<Subject extends { id: string }, Own extends { subjects: Subject[] }>(
  scope: ActorScope,
  own: Own,
) {
  const ids = own.subjects.map(({ id }) => id)
  const known = new Map((await findDetailsOf(scope, ids)).map(({ subjectId, details }) => [subjectId, details]))
  return { ...own, subjects: own.subjects.map((subject) => ({ ...subject, details: known.get(subject.id) ?? null })) }
}

async function* documentOf(enter: EnterAsActor, own: object): AsyncGenerator<string> {
  const beginning = JSON.stringify({ madeAt: presentTime(), ...own }, null, 2)
  yield beginning.slice(0, beginning.lastIndexOf('\n}'))
  yield* list(enter, 'testRecords', listOwnRecords)
  yield* list(enter, 'messages', listOwnMessages)
  yield* list(enter, 'events', listOwnEvents)
  yield '\n}\n'
}

/** Writes one row per line. */
async function* list(
  enter: EnterAsActor,
  name: string,
  read: (scope: ActorScope, after: string | undefined) => Promise<{ id: string }[]>,
): AsyncGenerator<string> {
  yield `,\n  "${name}": [`
  let separator = '\n    '
  let page: { id: string }[] | undefined
  while (page === undefined || page.length === downloadPage) {
    const after = page?.at(-1)?.id
    page = await enter((scope) => read(scope, after))
    if (page.length === 0) break
    yield separator + page.map((row) => JSON.stringify(row)).join(',\n    ')
    separator = ',\n    '
  }
  yield '\n  ]'
}

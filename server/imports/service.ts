import { isDeepStrictEqual } from 'node:util'
import { v7 as newId } from 'uuid'
import type { Query, Reply } from '../../contract/endpoint.ts'
import type { GivenAnswers, ImportAnswers } from '../../contract/imports/answers.ts'
import type { listImportRows as rowsEndpoint, listImports as listEndpoint } from '../../contract/imports/endpoints.ts'
import type { FileImport, ImportRow as ShownRow, ImportState, ImportUndo } from '../../contract/imports/import.ts'
import { fieldsOfDifferences } from '../../contract/imports/differences.ts'
import { languageTag } from '../../contract/locales.ts'
import { importDays, maxStoredImportBytes, mostWaitingImports } from '../../contract/limits-and-times.ts'
import { readLine } from '../../contract/rules/written-characters.ts'
import { recordDone } from '../access/audit/audit.ts'
import { asSeen } from '../access/changing/touched.ts'
import type { ActorScope, EnterAsActor, Scope } from '../access/scope.ts'
import type { KeptUndo } from '../access/tables/imports.ts'
import type { ArrivingFile } from '../access/serving/upload.ts'
import { Failure, found, invalid, type FieldFailure } from '../platform/failure.ts'
import type { Files } from '../platform/files.ts'
import { namesOfSubjects } from '../subjects/service.ts'
import { wordsIn } from '../platform/phrases.ts'
import type { TenantTurns } from '../platform/tenant-turns.ts'
import { hasPeople } from './importer-repository.ts'
import { fileKeyOf } from './file-keys.ts'
import { messageOfCell, messageOfFile } from './messages.ts'
import { findGroups, findKits } from './running/known-repository.ts'
import { forgetSaid } from './reading-repository.ts'
import { hasHeaders, keepColumns } from './running/proposing.ts'
import { forgetJudged, putState } from './running/repository.ts'
import {
  countStored,
  deleteEndedImports,
  deleteRowsOfEnded,
  findImportSeen,
  insertImport,
  listImportsSeen,
  listRowsOf,
  namesOfUsers,
  putAnswers,
  putCancelled,
} from './repository.ts'

export { erasePerson } from './erasing-service.ts'

/** Seconds after which an upload without a row is known to have failed. */
const uploadIsOverSeconds = 60 * 60

const dayLong = 24 * 60 * 60 * 1000

/** The rows of an import that one transaction removes. */
const removedAtOnce = 5000

type RowSeen = Omit<Awaited<ReturnType<typeof listRowsOf>>['items'][number], 'place' | 'count' | 'before'>
type ImportRow = NonNullable<Awaited<ReturnType<typeof findImportSeen>>>
/** What a list of imports leaves out. */
type Unlisted = Pick<ImportRow, 'answers' | 'head' | 'hasKnownColumns' | 'summary'>

export async function listImports(
  scope: ActorScope,
  query: Query<typeof listEndpoint>,
): Promise<Reply<typeof listEndpoint>> {
  const { items, page } = await listImportsSeen(scope, query)
  return { data: await asShown(scope, items), page }
}

/** Throws `not-found`, also for an import that the actor does not see. */
export async function getImport(scope: ActorScope, importId: string): Promise<FileImport> {
  return shown(scope, await findImportSeen(scope, importId))
}

/**
 * Stores a file and has it read. `receive` calls its argument with the file, whose content is stored as it arrives. The file
 * is written before its row, so that a row never names a missing file; a job that was queued beforehand removes the file if
 * the row is never stored and removing it at once fails. Throws `validation` if too many files wait here and where no people are
 * tested, and `unavailable`
 * while too many are being received.
 */
export async function storeImport(
  enter: EnterAsActor,
  turns: TenantTurns,
  files: Files,
  zone: string,
  receive: (store: (file: ArrivingFile) => Promise<StoredFile>) => Promise<StoredFile>,
): Promise<FileImport> {
  const id = newId()
  const tenantId = await enter(async (scope) => {
    if (!hasPeople(scope)) throw invalid('file', 'importsOfPeople')
    await expectRoom(scope, zone)
    await scope.addJob('remove-import', id, uploadIsOverSeconds)
    return scope.tenant.id
  })
  return turns.take({ tenantId }, async () => {
    const { name, bytes } = await receive(async (file) => {
      await files.putStream(fileKeyOf(tenantId, id), file.content)
      // Others may have sent files while this one arrived.
      await enter((scope) => expectRoom(scope, zone))
      return { name: file.name, bytes: file.bytes() }
    }).catch(async (error: unknown) => {
      await files.remove(fileKeyOf(tenantId, id)).catch(() => undefined)
      throw error
    })
    return enter(async (scope) => {
      const fileName = readLine(name.slice(-1000)).slice(-255) || 'file'
      await insertImport(scope, { id, fileName, bytes, zone })
      await recordDone(scope, 'import.uploaded', id)
      await scope.addJob('read-import', id)
      return getImport(scope, id)
    })
  })
}

/** Throws `validation` while as many files wait here, or as much is stored of files, as there is room for. */
async function expectRoom(scope: ActorScope, timeZone: string): Promise<void> {
  const { files, bytes, oldest } = await countStored(scope)
  if (Number(files) < mostWaitingImports && bytes < maxStoredImportBytes) return
  const format = new Intl.DateTimeFormat(languageTag(scope.locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })
  const until = format.format(removalOf(oldest ?? scope.now, null))
  throw invalid('file', 'importsFull', { files, megabytes: Math.round(bytes / 2 ** 20), until })
}

interface StoredFile {
  name: string
  bytes: number
}

/**
 * Has a file read again with these answers, or its rows matched again if only kits and groups differ. Throws `not-found`,
 * `stale-version`, `not-possible` once it was cancelled or started, and `validation` for kits and groups that are not there.
 */
export async function previewImport(
  scope: ActorScope,
  importId: string,
  version: number | undefined,
  given: GivenAnswers,
): Promise<FileImport> {
  const row = asSeen(await findImportSeen(scope, importId, { lock: true }), version)
  const before = row.answers ?? { dateOrder: 'ask', twoDigitYears: 'ask', serialDates: 'ask' }
  const answers: ImportAnswers = {
    ...given,
    dateOrder: given.dateOrder ?? before.dateOrder,
    twoDigitYears: given.twoDigitYears ?? before.twoDigitYears,
    serialDates: given.serialDates ?? before.serialDates,
  }
  if (!mayBeReadAnew.includes(row.state)) throw new Failure('not-possible')
  const columns = row.head?.headers.length
  if (answers.columns !== null && columns !== undefined && answers.columns.length !== columns) {
    throw invalid('columns', 'malformed')
  }
  // Columns are those of one row of headers.
  if (answers.columns !== null && !isOfSameTable(answers, row.answers)) throw invalid('columns', 'malformed')
  await refuseUnknown(scope, answers)
  if (!isOfSameTable(answers, row.answers)) await forgetSaid(scope, importId)
  await recordDone(scope, 'import.previewed', importId)
  if (answers.columns !== null && row.head?.layout === 'by-hand' && hasHeaders(row.head))
    await keepColumns(scope, row.head.headers, answers)
  if (row.summary !== null && row.answers !== null && isReadAlike(answers, row.answers)) {
    await forgetJudged(scope, importId)
    await putState(scope, importId, 'matching', { answers, preview: null, actingBy: scope.actor.id })
    await scope.addJob('run-import', importId)
  } else {
    const areSame = isDeepStrictEqual(answers.columns, row.answers?.columns)
    await putAnswers(scope, importId, answers, row.hasKnownColumns && areSame)
    await scope.addJob('read-import', importId)
  }
  return getImport(scope, importId)
}

/** The states in which nothing has been made. */
const mayBeReadAnew: readonly ImportState[] = ['waiting', 'reading', 'matching', 'read', 'refused']

function isOfSameTable(answers: ImportAnswers, before: ImportAnswers | null): boolean {
  return answers.headerRow === (before?.headerRow ?? null) && answers.sheet === (before?.sheet ?? null)
}

/** Tells whether a file that was read by some answers needs not be read again for others. */
function isReadAlike(answers: ImportAnswers, before: ImportAnswers): boolean {
  const plain = { kits: [], fewerLines: [], groups: [], texts: false }
  return isDeepStrictEqual({ ...answers, ...plain }, { ...before, ...plain })
}

/** Throws `validation` at answers that name a kit, a line or a group that is not there, or a group that is suspended. */
async function refuseUnknown(scope: ActorScope, { kits, groups }: ImportAnswers): Promise<void> {
  const seen = new Map(
    (
      await findGroups(
        scope,
        groups.map(({ groupId }) => groupId),
      )
    ).map((group) => [group.id, group]),
  )
  const known = new Map(
    (
      await findKits(
        scope,
        kits.map(({ assayId }) => assayId),
      )
    ).map((kit) => [kit.id, kit]),
  )
  const fields: FieldFailure[] = []
  for (const [at, { groupId }] of groups.entries()) {
    const group = seen.get(groupId)
    const phrase = group === undefined ? 'unknownReference' : group.isSuspended ? 'suspendedPlace' : undefined
    if (phrase !== undefined) fields.push({ field: `groups.${at}.groupId`, phrase, values: {} })
  }
  for (const [at, { assayId, analyteId }] of kits.entries()) {
    const kit = known.get(assayId)
    if (kit === undefined) fields.push({ field: `kits.${at}.assayId`, phrase: 'unknownReference', values: {} })
    else if (!kit.analytes.some(({ id }) => id === analyteId)) {
      fields.push({ field: `kits.${at}.analyteId`, phrase: 'unknownReference', values: {} })
    }
  }
  if (fields.length > 0) throw new Failure('validation', { fields })
}

/**
 * Ends an import, of which nothing more is made. Throws `not-found`, `stale-version`, and `not-possible` once it is done.
 */
export async function cancelImport(
  scope: ActorScope,
  importId: string,
  version: number | undefined,
): Promise<FileImport> {
  const row = found(await findImportSeen(scope, importId, { lock: true }))
  if (row.state !== 'cancelled') {
    asSeen(row, version)
    if (row.state === 'done' || row.state === 'undoing' || row.state === 'undone') throw new Failure('not-possible')
    await putCancelled(scope, importId)
    await recordDone(scope, 'import.cancelled', importId)
    await scope.addJob('remove-import', importId)
  }
  return getImport(scope, importId)
}

/** Lists the rows of an import in its order. Throws `not-found`. */
export async function listImportRows(
  scope: ActorScope,
  importId: string,
  query: Query<typeof rowsEndpoint>,
): Promise<Reply<typeof rowsEndpoint>> {
  found(await findImportSeen(scope, importId))
  const { items, page } = await listRowsOf(scope, importId, query)
  await recordDone(scope, 'import.opened', importId, { rows: items.length })
  return { data: items.map((row) => shownRow(scope, row)), page }
}

/** A row with the messages of its problems in the reader's language. */
export function shownRow(scope: ActorScope, row: RowSeen): ShownRow {
  const { line, cells, outcome, skipped, repeats, person, read } = row
  // A row that waits keeps what was chosen about it, for when it is right again.
  const differences = outcome === 'right' || outcome === 'made' ? row.differences : null
  const fields = differences === null ? [] : fieldsOfDifferences(differences)
  const taken = fields.filter((field) => row.taken.includes(field))
  const problems = row.problems.map((problem) => ({
    column: problem.column,
    code: problem.code,
    message: messageOfCell(problem, scope.locale),
    ...(problem.code === 'phoneWords' && { proposed: String(problem.value) }),
    ...(problem.recordId !== undefined && { recordId: problem.recordId }),
  }))
  return { line, cells, outcome, skipped, repeats, person, differences, taken, read, problems }
}

/** Removes some rows of an import of which nothing more is made, and tells whether any may be left. */
export async function removeRowsOf(scope: Scope, importId: string): Promise<boolean> {
  return (await deleteRowsOfEnded(scope, removedAtOnce, importId)) === removedAtOnce
}

/** Removes what is left of imports that are over, at most `most` rows, and returns how many it removed. */
export async function removeEndedImports(scope: Scope, most: number): Promise<number> {
  const rows = await deleteRowsOfEnded(scope, most)
  if (rows === most) return rows
  const ids = await deleteEndedImports(scope, most)
  for (const id of ids) await scope.addJob('remove-import', id)
  return ids.length
}

async function shown(scope: ActorScope, row: ImportRow | undefined): Promise<FileImport> {
  const [one] = await asShown(scope, [found(row)])
  const { undo, ...rest } = found(one)
  const leftIds = row?.undo?.leftIds ?? []
  return {
    ...rest,
    undo: undo && { ...undo, ...(leftIds.length > 0 && { left: await namesOfSubjects(scope, leftIds) }) },
  }
}

async function asShown<Row extends Omit<ImportRow, keyof Unlisted>>(scope: ActorScope, rows: readonly Row[]) {
  const names = await namesOfUsers(scope, [
    ...new Set(rows.flatMap(({ uploaded_by: by, run }) => (run === null ? [by] : [by, run.startedBy]))),
  ])
  const words = wordsIn(scope.locale)
  return rows.map(({ uploaded_by: by, uploadedAt, ended_at: endedAt, problem, run, undo, ...row }) => ({
    ...row,
    undo: undo && withoutIds(undo),
    run: run && { ...run, startedBy: names.get(run.startedBy) ?? null },
    undoUntil: run !== null && mayBeUndone.includes(row.state) ? removalOf(uploadedAt, endedAt).toISOString() : null,
    problem: problem && { code: problem.code, message: messageOfFile(problem, words) },
    uploadedBy: names.get(by) ?? null,
    uploadedAt: uploadedAt.toISOString(),
    removedAt: removalOf(uploadedAt, endedAt).toISOString(),
  }))
}

function withoutIds({ leftIds: _, ...undo }: KeptUndo): Omit<ImportUndo, 'left'> {
  return undo
}

/** The states of an import of which something may have been made that can be undone. */
export const mayBeUndone: readonly ImportState[] = ['done', 'cancelled', 'undoing']

/** A file stays for a week after it was sent, or after its last run, which can be undone so long. */
function removalOf(uploadedAt: Date, endedAt: Date | null): Date {
  return new Date(Math.max(uploadedAt.getTime(), endedAt?.getTime() ?? 0) + importDays * dayLong)
}

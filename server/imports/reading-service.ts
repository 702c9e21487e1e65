import { randomUUID } from 'node:crypto'
import type { FileProblem } from '../../contract/imports/problems.ts'
import type { ImportAnswers } from '../../contract/imports/answers.ts'
import type { ImportSummary } from '../../contract/imports/import.ts'
import { charactersOf } from '../../contract/imports/row-cells.ts'
import { maxStoredImportBytes } from '../../contract/limits-and-times.ts'
import type { Door } from '../access/door/door.ts'
import type { Scope } from '../access/scope.ts'
import type { Files } from '../platform/files.ts'
import type { JobData, Jobs } from '../platform/jobs.ts'
import { fileKeyOf } from './file-keys.ts'
import { readFileApart } from './reading/read-apart.ts'
import type { HeadMessage, ReadMessage, RowMessage } from './reading/read-messages.ts'
import {
  beginReading,
  findAnswered,
  deleteFormerRows,
  holdReading,
  insertRowsRead,
  putHead,
  putRefusal,
  putSummary,
} from './reading-repository.ts'
import { cancelForLeavers } from './erasing-service.ts'
import { answersAgain, importInMark, ownColumns } from './resent-rows.ts'
import { findKnownColumns, findKnownWords, hasHeaders } from './running/proposing.ts'
import { findKeeps } from './running/tenant-rules.ts'
import { isFileNeeded } from './repository.ts'
import { rereadCorrected } from './changing-service.ts'
import { removeRowsOf } from './service.ts'
import { startRunningImports } from './running/service.ts'

/** The most rows that one transaction stores, and the characters in their cells after which it stores fewer. */
const rowsAtOnce = 500
const charactersAtOnce = 4 * 1024 * 1024

/** Starts reading imported files, one at a time, and removing those that nobody needs any more, with their rows. */
export async function startReadingImports(jobs: Jobs, door: Door, files: Files): Promise<void> {
  await jobs.work('read-import', (job) => readImport(door, files, job))
  await startRunningImports(jobs, door)
  await jobs.work('remove-import', async ({ tenantId, id }) => {
    const isNeeded = await door.enterTenant(tenantId, id, (scope) => isFileNeeded(scope, id))
    if (!isNeeded) await files.remove(fileKeyOf(tenantId, id))
    while (await door.enterTenant(tenantId, id, (scope) => removeRowsOf(scope, id))) continue
  })
}

/**
 * Reads an imported file into rows. Whenever it is interrupted it begins anew, and a reading that was thought dead stores
 * nothing beside the one that replaced it. Does nothing for an import that was cancelled or is read already.
 */
export async function readImport(
  door: Door,
  files: Files,
  { tenantId, id }: JobData,
  readFile: typeof readFileApart = readFileApart,
): Promise<void> {
  const readingId = randomUUID()
  const enter = <T>(work: (scope: Scope) => Promise<T>) => door.enterTenant(tenantId, readingId, work)
  const found = await enter(async (scope) => {
    const row = await beginReading(scope, id, readingId)
    if (row === undefined) return undefined
    const words = row.answers === null ? await findKnownWords(scope, row.organisationId) : []
    return { ...row, words, keeps: await findKeeps(scope), now: scope.now }
  })
  if (found === undefined) return
  const { organisationId, ...begun } = found
  while (await enter((scope) => deleteFormerRows(scope, id))) continue

  /** Undefined if the file is read by answers that somebody gave. */
  let hasKnownColumns = begun.answers === null ? false : undefined
  /** Does a step of this reading; false if another has replaced it, or the import was cancelled. */
  const step = (read: readonly RowMessage[], message: ReadMessage | undefined) =>
    enter(async (scope) => {
      const held = await holdReading(scope, id, readingId)
      if (held === undefined) return false
      if (read.length > 0 && held.storedBytes > maxStoredImportBytes) {
        await refuse(scope, id, { code: 'noRoom' })
        return false
      }
      const headers = message?.kind === 'head' ? [{ cells: message.headers, personKey: null }] : []
      if (await cancelForLeavers(scope, id, held.leavers, [...headers, ...read])) return false
      if (read.length > 0) await insertRowsRead(scope, id, read)
      if (message !== undefined) await storeNews(scope, id, message, hasKnownColumns)
      return true
    })

  /** Reads what somebody has corrected by the answers that the file is read by. False as for a step. */
  async function reread(head: HeadMessage, summary: ImportSummary): Promise<boolean> {
    for (let behind: number | undefined = 0; behind !== undefined;) {
      const from: number = behind
      const done: { next: number | undefined } | undefined = await enter(async (scope) => {
        if ((await holdReading(scope, id, readingId)) === undefined) return undefined
        return { next: await rereadCorrected(scope, id, from, { summary, head, answers: head.answers }) }
      })
      if (done === undefined) return false
      behind = done.next
    }
    return true
  }

  const open = async () => files.stream(fileKeyOf(tenantId, id))
  async function* messages(): AsyncGenerator<ReadMessage> {
    for await (const message of readFile(await open(), begun)) {
      if (message.kind === 'head' && hasKnownColumns === false) {
        const known = await enter((scope) => findFormerAnswers(scope, organisationId, message))
        if (known !== undefined) {
          hasKnownColumns = known.columns !== null
          yield* readFile(await open(), { ...begun, answers: { ...message.answers, ...known } })
          return
        }
      }
      yield message
    }
  }

  let head: HeadMessage | undefined
  let rows: RowMessage[] = []
  let characters = 0
  for await (const message of messages()) {
    if (message.kind === 'row') {
      rows.push(message)
      characters += charactersOf(message.cells)
      if (rows.length < rowsAtOnce && characters < charactersAtOnce) continue
    }
    const read = rows
    rows = []
    characters = 0
    if (message.kind === 'head') head = message
    if (message.kind !== 'end' || head === undefined) {
      if (!(await step(read, message))) return
    } else if (!(await step(read, undefined)) || !(await reread(head, message.summary)) || !(await step([], message))) {
      return
    }
  }
}

/**
 * Finds what was answered before: for the file that rows come from, if they are sent again, else for an earlier one with these headers,
 * if its columns were assigned by hand.
 */
async function findFormerAnswers(
  scope: Scope,
  organisationId: string | null,
  head: HeadMessage,
): Promise<Partial<ImportAnswers> | undefined> {
  const { headers, layout } = head
  const importId = importInMark(headers)
  const former = importId === undefined ? undefined : await findAnswered(scope, organisationId, importId)
  if (former !== undefined) return answersAgain(headers, former)
  if (layout !== 'by-hand' || !hasHeaders(head)) return undefined
  const own = importId === undefined ? 0 : ownColumns
  const known = await findKnownColumns(scope, organisationId, headers.slice(own))
  if (known?.columns?.length !== headers.length - own) return undefined
  return { columns: [...Array.from({ length: own }, () => null), ...known.columns] }
}

async function storeNews(
  scope: Scope,
  id: string,
  message: ReadMessage,
  hasKnownColumns: boolean | undefined,
): Promise<void> {
  if (message.kind === 'head') await putHead(scope, id, message, hasKnownColumns)
  else if (message.kind === 'end') {
    await putSummary(scope, id, message.summary)
    await scope.addJob('run-import', id)
  } else if (message.kind === 'refused') await refuse(scope, id, message.problem)
}

/** Ends a reading whose rows are of no use; the job removes them. */
async function refuse(scope: Scope, id: string, problem: FileProblem): Promise<void> {
  await putRefusal(scope, id, problem)
  await scope.addJob('remove-import', id)
}

import { randomUUID } from 'node:crypto'
import { charactersOf } from '../../contract/imports/row-cells.ts'
import type { Door } from '../access/door/door.ts'
import type { Scope } from '../access/scope.ts'
import type { Files } from '../platform/files.ts'
import type { JobData, Jobs } from '../platform/jobs.ts'
import { fileKeyOf } from './file-keys.ts'
import { readFileApart } from './reading/read-apart.ts'
import type { ReadMessage, RowMessage } from './reading/read-messages.ts'
import {
  beginReading,
  deleteFormerRows,
  holdReading,
  insertRowsRead,
  putHead,
  putRefusal,
  putSummary,
} from './reading-repository.ts'
import { isFileNeeded } from './repository.ts'
import { startRunningImports } from './running/service.ts'

/** The most rows that one transaction stores, and the characters in their cells after which it stores fewer. */
const rowsAtOnce = 500
const charactersAtOnce = 4 * 1024 * 1024

/** Starts reading imported files, one at a time, and removing those that nobody needs any more. */
export async function startReadingImports(jobs: Jobs, door: Door, files: Files): Promise<void> {
  await jobs.work('read-import', (job) => readImport(door, files, job))
  await startRunningImports(jobs, door)
  await jobs.work('remove-import', async ({ tenantId, id }) => {
    const isNeeded = await door.enterTenant(tenantId, id, (scope) => isFileNeeded(scope, id))
    if (!isNeeded) await files.remove(fileKeyOf(tenantId, id))
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
  const begun = await enter(async (scope) => {
    const found = await beginReading(scope, id, readingId)
    return found && { ...found, now: scope.now }
  })
  if (begun === undefined) return
  while (await enter((scope) => deleteFormerRows(scope, id))) continue

  /** Does a step of this reading; false if another has replaced it, or the import was cancelled. */
  const step = (work: (scope: Scope) => Promise<void>) =>
    enter(async (scope) => {
      const isOurs = await holdReading(scope, id, readingId)
      if (isOurs) await work(scope)
      return isOurs
    })

  let rows: RowMessage[] = []
  let characters = 0
  const content = await files.stream(fileKeyOf(tenantId, id))
  for await (const message of readFile(content, begun)) {
    if (message.kind === 'row') {
      rows.push(message)
      characters += charactersOf(message.cells)
      if (rows.length < rowsAtOnce && characters < charactersAtOnce) continue
    }
    const read = rows
    rows = []
    characters = 0
    const isOurs = await step(async (scope) => {
      if (read.length > 0) await insertRowsRead(scope, id, read)
      await storeNews(scope, id, message)
    })
    if (!isOurs) return
  }
}

async function storeNews(scope: Scope, id: string, message: ReadMessage): Promise<void> {
  if (message.kind === 'head') await putHead(scope, id, message)
  else if (message.kind === 'end') {
    await putSummary(scope, id, message.summary)
    await scope.addJob('run-import', id)
  } else if (message.kind === 'refused') await putRefusal(scope, id, message.problem)
}

import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { type Door, openDoor } from '../access/door/door.ts'
import { refuseOtherCount } from '../access/every-tenant.ts'
import { photoFolder } from '../device-images/service.ts'
import * as messages from '../messages/service.ts'
import * as notifications from '../notifications/service.ts'
import * as ownAccount from '../own-account/service.ts'
import { createPool } from '../platform/database.ts'
import { isDiskFull } from '../platform/database-away.ts'
import type { Files } from '../platform/files.ts'
import { inTurn } from '../platform/in-turn.ts'
import { openJobs } from '../platform/jobs.ts'
import type { KeptLines } from '../platform/kept-lines.ts'
import { migrate, ownMigrations } from '../platform/migrate.ts'
import { listMigrations, listOfBaseline } from '../platform/migrations.ts'
import * as webhooks from '../webhooks/service.ts'
import { type ArchiveEnd, ArchiveError, type ArchiveHeader } from './archive-format.ts'
import { type ArchiveVisitor, readArchive } from './archive-reader.ts'
import {
  beginLoading,
  beginRestore,
  connectOwner,
  dropEverything,
  endConnection,
  endRestore,
  type Loading,
  refuseUsed,
} from './loading-repository.ts'

const otherPhotos =
  'There are photos in the place of files. Move DATA_DIR/files away, or name an empty bucket in S3_BUCKET'

const otherList =
  'The list of the people who were erased does not name this backup, so it was emptied or is that of another ' +
  'installation: set ERASURES to the right one'

/** Files that are stored at the same time. */
const filesAtOnce = 8

/** Where an archive is restored, and what is asked about it. */
export interface Restoring {
  ownerUrl: string
  files: Files
  /** The list of people who were erased; undefined if they shall come back. */
  erasures: KeptLines | undefined
  /** Says what becomes of messages that had not been sent; asked only if there are any. */
  decideOnMessages: (count: number) => Promise<'send' | 'discard'>
  /** Whether tables are spread over servers there. Nothing can be loaded into these, so they are made anew on one. */
  isSpread?: boolean
  report: (line: string) => void
}

/**
 * Restores an archive of this version or of an earlier one into a database without tenants that nobody uses, completely
 * or not at all, and brings it up to date. Nothing is changed before the archive has been read to its end. Throws an
 * `ArchiveError` with what to do.
 */
export async function restore(restoring: Restoring, file: string, passphrase: string | undefined): Promise<void> {
  const { ownerUrl, files, report } = restoring
  const owner = await connectOwner(ownerUrl)
  let end: ArchiveEnd
  try {
    const unfinished = await refuseUsed(owner)
    const arePhotosThere = await files.hasAny(photoFolder)
    if (unfinished === undefined && arePhotosThere) throw new ArchiveError(otherPhotos)
    const read = await readArchive(file, passphrase)
    const { header } = read
    end = read.end
    await refuseOtherVersion(file, header)
    const isRepeated = unfinished === header.id
    if (!isRepeated && arePhotosThere) throw new ArchiveError(otherPhotos)
    report(`${file} is whole. It is of ${header.takenAt} and of Lateral ${header.lateral}`)
    const list = restoring.erasures && (await readErasures(restoring.erasures))
    if (list !== undefined && header.isInErasureList && !list.backups.has(header.id)) throw new ArchiveError(otherList)
    const erased = list?.erasures
    if (erased !== undefined) report(`The list of erasures has ${erased.length} lines`)
    const onMessages = header.waitingMessages > 0 ? await restoring.decideOnMessages(header.waitingMessages) : 'discard'
    await beginRestore(owner, { ownerUrl, archive: header, isSpread: restoring.isSpread ?? false })
    const folders = new Set<string>()
    try {
      if (!isRepeated && (await files.hasAny(photoFolder))) throw new ArchiveError(otherPhotos)
      await load(restoring, owner, { file, passphrase, header }, folders)
      const { serverUrl } = await migrate({ ownerUrl, report, isRestoring: true })
      const count = await settle(serverUrl, { erased, onMessages })
      if (erased !== undefined) report(`People who were erased since, and now again: ${count}`)
      await endRestore(owner)
    } catch (error) {
      await undo(restoring, owner, { isRepeated, folders }).catch(() => {
        report('What was restored so far could not be removed. Lateral does not start on it: restore again')
      })
      throw isDiskFull(error) ? new ArchiveError('There is no room for the backup. Nothing was restored', error) : error
    }
  } finally {
    await owner.end()
  }
  report(`Restored ${sumOf(end)} rows and ${end.files} files`)
  if (end.missingFiles > 0) report(`${end.missingFiles} files were missing when the backup was made`)
}

/**
 * Erases again who was erased according to the list, after another program has recovered the database. Returns how many
 * people that were.
 */
export async function replayErasures(serverUrl: string, place: KeptLines): Promise<number> {
  const { erasures } = await readErasures(place)
  return await settle(serverUrl, { erased: erasures, onMessages: undefined })
}

/** Throws where this version cannot make the tables that the rows are from. */
async function refuseOtherVersion(file: string, { migrations, lateral }: ArchiveHeader): Promise<void> {
  const own = await listMigrations(ownMigrations)
  const baseline = await listOfBaseline(ownMigrations)
  if (migrations.length < baseline.length && migrations.every((name, index) => baseline[index] === name)) {
    throw new ArchiveError(
      `${file} is of an older version of Lateral (up to ${migrations.at(-1)}), and this one makes no tables before ${baseline.at(-1)}. ` +
        'Restore it with the version that docs/running.md names under "From an older version", and back it up anew with that one',
    )
  }
  const unknown = migrations.find((name, index) => own[index] !== name)
  if (unknown === undefined) return
  throw new ArchiveError(
    `${file} is of another version of Lateral (${lateral}), which has migrated the database by ${unknown}. ` +
      'Restore it with that version, or with a newer one',
  )
}

async function readErasures(place: KeptLines): Promise<ownAccount.ErasureList> {
  const remedy = 'Set ERASURES to where it is, or add --without-erasures to let erased people come back'
  if (!place.isThere()) throw new ArchiveError(`There is no list of the people who were erased. ${remedy}`)
  try {
    return await ownAccount.readErasureList(place)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ArchiveError(`The list of the people who were erased cannot be read: ${reason}. ${remedy}`, error)
  }
}

type Owner = Awaited<ReturnType<typeof connectOwner>>

/**
 * Loads the rows and stores the files. The rows are committed once everything has been read again. `folders` gets the
 * folder of each tenant's photos before the first of them is stored.
 */
async function load(
  { ownerUrl, files, report }: Restoring,
  owner: Owner,
  { file, passphrase, header }: { file: string; passphrase: string | undefined; header: ArchiveHeader },
  folders: Set<string>,
): Promise<void> {
  let loading: Loading | undefined
  const stored = new Set<Promise<void>>()
  const visitor: ArchiveVisitor = {
    async header(again) {
      if (again.id !== header.id) throw new ArchiveError(`${file} has become another one`)
      await migrate({ ownerUrl, report: () => undefined, isRestoring: true, upTo: header.migrations.at(-1) ?? '' })
      loading = await beginLoading(owner, header)
    },
    async part(part) {
      if (part.kind === 'rows') return await loading?.load(part.table, part.content)
      folders.add(path.dirname(part.key))
      const storing = files.put(part.key, part.content).then(() => void stored.delete(storing))
      storing.catch(() => undefined)
      stored.add(storing)
      if (stored.size >= filesAtOnce) await Promise.race(stored)
    },
  }
  try {
    const { end } = await readArchive(file, passphrase, visitor)
    await Promise.all(stored)
    report('Checking references, and building indexes')
    await loading?.commit(end)
  } finally {
    // Nothing is stored any more once this has failed, and what was is removed.
    await Promise.allSettled(stored)
  }
}

interface Settling {
  /** Everybody in the list of erasures; undefined if they come back. */
  erased: readonly ownAccount.Erasure[] | undefined
  /** Undefined if the queue of jobs is that of the messages. */
  onMessages: 'send' | 'discard' | undefined
}

/**
 * Does what has to be done in each tenant before people use it. Returns how many people were erased again. A failing
 * tenant does not keep people of the others from being erased.
 */
async function settle(serverUrl: string, { erased, onMessages }: Settling): Promise<number> {
  const pool = createPool({ url: serverUrl, size: 2, onError: () => undefined, pipeline: false })
  const jobs = await openJobs(pool, () => undefined)
  try {
    const door = openDoor(pool, jobs)
    const { rows: tenants } = await pool.query<{ id: string }>('select distinct tenant_id as id from tenant_addresses')
    const { rows: counted } = await pool.query<{ count: number }>('select count_tenants() as count')
    refuseOtherCount(tenants.length, counted[0]?.count)
    const byTenant = Map.groupBy(erased ?? [], ({ tenantId }) => tenantId)
    let count = 0
    const { failed } = await inTurn(
      tenants.map(({ id }) => id),
      async (id) => {
        count += await settleTenant(door, id, erased && (byTenant.get(id) ?? []), onMessages)
        return { isMore: false }
      },
    )
    if (failed !== undefined) throw failed.cause instanceof ArchiveError ? failed.cause : failed
    return count
  } finally {
    await jobs.stop()
    await pool.end()
  }
}

async function settleTenant(
  door: Door,
  tenantId: string,
  erased: readonly ownAccount.Erasure[] | undefined,
  onMessages: Settling['onMessages'],
): Promise<number> {
  return await door.enterTenant(tenantId, randomUUID(), async (scope) => {
    if (onMessages !== undefined) {
      await messages.settleRestored(scope, onMessages)
      await webhooks.settleRestored(scope)
      await notifications.settleRestored(scope)
      await ownAccount.requeueErasures(scope)
    }
    if (erased === undefined) return 0
    const kept = await ownAccount.listKeptErasures(scope)
    const listed = new Set(erased.map(({ userId }) => userId))
    if (kept.some((userId) => !listed.has(userId))) {
      throw new ArchiveError(
        'The list of the people who were erased lacks some who were in it before the backup. ' +
          'It is not whole, or that of another installation: set ERASURES to the right one',
      )
    }
    return await ownAccount.eraseAgain(scope, erased)
  })
}

/** Leaves nothing half. The mark goes last, so that a restore is repeated if photos could not be removed. */
async function undo(
  { ownerUrl, files, report }: Restoring,
  failed: Owner,
  { isRepeated, folders }: { isRepeated: boolean; folders: ReadonlySet<string> },
): Promise<void> {
  const owner = await connectOwner(ownerUrl)
  try {
    await endConnection(owner, failed)
    if (isRepeated) report('Files of the restore before this one were left where they are')
    else for (const folder of folders) await files.removeFolder(folder)
    await dropEverything(owner)
  } finally {
    await owner.end()
  }
}

function sumOf({ rows }: ArchiveEnd): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0)
}

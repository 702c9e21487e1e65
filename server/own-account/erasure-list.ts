import type { ErasedIds } from '../access/person.ts'
import type { KeptLines } from '../platform/kept-lines.ts'

/** A user who was erased, as it is kept outside of the database: ids alone. */
export interface Erasure extends ErasedIds {
  tenantId: string
  userId: string
}

/** Writes an erasure as it is kept. */
export function writeErasure({ tenantId, userId, subjectIds, inviteIds }: Erasure, at: Date): string {
  return [tenantId, userId, subjectIds.join(), inviteIds.join(), at.toISOString()].join(':')
}

const line =
  /^(?<tenantId>[0-9a-f-]{36}):(?<userId>[0-9a-f-]{36}):(?<subjectIds>[0-9a-f,-]*):(?<inviteIds>[0-9a-f,-]*):\d{4}-\S+Z$/

/** Writes that a backup was made, so that a list that was emptied since does not pass for a whole one. */
export function writeBackup(id: string, at: Date): string {
  return `backup:${id}:${at.toISOString()}`
}

const backupLine = /^backup:(?<id>[0-9a-f-]{36}):\d{4}-\S+Z$/

/** What a list of erasures holds. */
export interface ErasureList {
  /** A user has several if a restored backup brought them back. */
  erasures: Erasure[]
  /** The ids of the backups that were made since the list was begun. */
  backups: Set<string>
}

/** Reads the list of erasures. Throws for a line that is neither of its kinds, because the list must be complete. */
export async function readErasureList(place: KeptLines): Promise<ErasureList> {
  const list: ErasureList = { erasures: [], backups: new Set() }
  for (const each of await place.read()) {
    const backup = backupLine.exec(each)?.groups?.['id']
    if (backup === undefined) list.erasures.push(readErasure(each))
    else list.backups.add(backup)
  }
  return list
}

function readErasure(each: string): Erasure {
  const { tenantId, userId, subjectIds, inviteIds } = line.exec(each)?.groups ?? {}
  if (tenantId === undefined || userId === undefined) throw new Error('a line of it is no erasure')
  return { tenantId, userId, subjectIds: idsIn(subjectIds), inviteIds: idsIn(inviteIds) }
}

function idsIn(joined = ''): string[] {
  return joined.split(',').filter((id) => id !== '')
}

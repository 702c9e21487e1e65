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

/**
 * Reads the list of erasures. Throws for a line that is none, because the list must be complete. A user has several
 * lines if a restored backup brought them back.
 */
export async function readErasures(place: KeptLines): Promise<Erasure[]> {
  return (await place.read()).map((each) => {
    const { tenantId, userId, subjectIds, inviteIds } = line.exec(each)?.groups ?? {}
    if (tenantId === undefined || userId === undefined) throw new Error('a line of it is no erasure')
    return { tenantId, userId, subjectIds: idsIn(subjectIds), inviteIds: idsIn(inviteIds) }
  })
}

function idsIn(joined = ''): string[] {
  return joined.split(',').filter((id) => id !== '')
}

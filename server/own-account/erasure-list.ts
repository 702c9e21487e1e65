import type { KeptLines } from '../platform/kept-lines.ts'

/** A user who was erased, as it is kept outside of the database: ids alone. */
export interface Erasure {
  tenantId: string
  userId: string
}

/** Writes an erasure as it is kept. */
export function writeErasure({ tenantId, userId }: Erasure, at: Date): string {
  return `${tenantId}:${userId}:${at.toISOString()}`
}

/** Reads the list of erasures. Throws for a line that is none, because the list must be complete. */
export async function readErasures(place: KeptLines): Promise<Erasure[]> {
  return (await place.read()).map((line) => {
    const [, tenantId, userId] = /^([0-9a-f-]{36}):([0-9a-f-]{36}):\S+$/.exec(line) ?? []
    if (tenantId === undefined || userId === undefined) throw new Error('a line of it is no erasure')
    return { tenantId, userId }
  })
}

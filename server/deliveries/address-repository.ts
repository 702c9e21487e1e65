import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'

/**
 * Where a subject with identity `i` and account `u` gets email: the address of their account, which they have confirmed
 * themselves, else the one that staff know.
 */
export const emailNow = sql<
  string | null
>`coalesce(case when u.email_verified_at is not null then u.email end, i.email)`

/** Deliveries `d` with their message `m`, as long as it is kept, and whose they are today: record `r`, subject `s`, identity `i`, account `u`. */
export function deliveriesWithAddress({ db }: Scope) {
  return db
    .selectFrom('deliveries as d')
    .innerJoin('test_records as r', 'r.id', 'd.test_record_id')
    .innerJoin('subjects as s', 's.id', 'r.subject_id')
    .leftJoin('subject_identities as i', 'i.subject_id', 's.id')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 's.user_id').on('u.status', '<>', 'deleted'))
    .leftJoin('messages as m', 'm.delivery_id', 'd.id')
}

/**
 * Whether a delivery went to an address that is not that of its subject any more: whatever has changed it, its link opens
 * nothing. Messages are kept for longer than links open something.
 */
export const isOutdated = sql<boolean>`(m.id is not null
  and lower(m.recipient) is distinct from lower(case d.channel when 'email' then ${emailNow} else u.mobile end))`

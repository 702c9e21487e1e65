import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'

/**
 * The email of a subject with identity `i` and account `u`: the verified email of the account, otherwise the one that
 * staff entered.
 */
export const emailNow = sql<
  string | null
>`coalesce(case when u.email_verified_at is not null then u.email end, i.email)`

/**
 * Selects deliveries `d` with their message `m` while it is kept, and the current record `r`, subject `s`, identity `i`
 * and account `u`.
 */
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
 * True if a delivery went to an address that its subject no longer has, for whatever reason; its link then opens
 * nothing. Messages are kept for longer than links work.
 */
export const isOutdated = sql<boolean>`(m.id is not null
  and lower(m.recipient) is distinct from lower(case d.channel when 'email' then ${emailNow} else u.mobile end))`

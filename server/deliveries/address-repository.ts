import { sql, type RawBuilder } from 'kysely'
import type { DetailKind } from '../../contract/subjects/detail-kinds.ts'
import type { PersonDetails } from '../../contract/subjects/details.ts'
import type { Scope } from '../access/scope.ts'

/**
 * The email to which results of a subject `s` with identity `i` and account `u` go: the verified email of the account,
 * otherwise the one that staff entered. Where a guardian receives the results, it is the guardian's or none.
 */
export function emailNow(scope: Scope) {
  const guardian = receivingGuardian(scope)
  return sql<string | null>`case when ${guardian} is not null then ${guardian} ->> 'email'
    else coalesce(case when u.email_verified_at is not null then u.email end, i.email) end`
}

/**
 * The mobile number, as E.164, to which results of a subject `s` with account `u` go: the number of the account,
 * otherwise the first telephone that accepts text messages. Where a guardian receives the results, it is the
 * guardian's or none.
 */
export function mobileNow(scope: Scope) {
  const guardian = receivingGuardian(scope)
  const telephone = detailOf(
    scope,
    'telephones',
    sql<string | null>`(
    select translate(t ->> 'number', ' -', '') from jsonb_array_elements(x.telephones) with ordinality as e (t, place)
    where (t ->> 'texts')::boolean order by place limit 1)`,
  )
  return sql<string | null>`case when ${guardian} is null then coalesce(u.mobile, ${telephone})
    when (${guardian} -> 'telephone' ->> 'texts')::boolean then translate(${guardian} -> 'telephone' ->> 'number', ' -', '') end`
}

/** The guardian who receives results instead of a subject `s`, as JSON; null if there is none. */
export function receivingGuardian(scope: Scope) {
  return sql<PersonDetails['guardian']>`${detailOf(
    scope,
    'guardian',
    sql`case when (x.guardian ->> 'receives')::boolean then x.guardian end`,
  )}::jsonb`
}

/** The preferred language of a subject `s`. */
export function languageNow(scope: Scope) {
  return detailOf(scope, 'language', sql<string | null>`x.language`)
}

/** Reads something of the details `x` of a subject `s`; null if the tenant does not keep that kind, without a look. */
function detailOf<T>({ tenant }: Scope, kind: DetailKind, read: RawBuilder<T>): RawBuilder<T | null> {
  if (!tenant.subjectDetails.includes(kind)) return sql<null>`null`
  return sql<T>`(select ${read} from subject_details x where x.tenant_id = ${tenant.id} and x.subject_id = s.id)`
}

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
export function isOutdated(scope: Scope) {
  return sql<boolean>`(m.id is not null and lower(m.recipient) is distinct from
    lower(case when d.channel = 'email' then ${emailNow(scope)} else ${mobileNow(scope)} end))`
}

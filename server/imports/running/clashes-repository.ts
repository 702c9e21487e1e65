import { sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { PendingRow } from './units.ts'

/** A row that would give somebody the email, the local ID or the NHS number of another, who is told of by a row of the same file. */
interface Clash {
  line: number
  kind: 'email' | 'localId' | 'nhsNumber'
  /** The row of the other one. */
  other: number
}

/**
 * Finds rows that would give somebody the email, the local ID, or the NHS number where the tenant keeps it, that an earlier row of a person
 * of another name in the same group has; a shared local ID was not confirmed. The first email that a file tells of somebody counts. An NHS
 * number is one person's and either row may be wrong, so that the earlier one is found as well, unless its person is known here. Rows that
 * wait for that already are found with the row of the other one. It compares all rows of a file, or those with these NHS numbers, where
 * all else looks at some hundred at a time. Nothing is joined, because rows that were just stored have no statistics yet.
 */
export async function findClashes(
  { db, tenant }: Scope,
  importId: string,
  nhsNumbers?: readonly string[],
): Promise<Clash[]> {
  const keepsNumbers = tenant.subjectDetails.includes('nhsNumber')
  const isOfNumbers =
    nhsNumbers === undefined ? sql`true` : sql`r.content #>> '{person,nhsNumber}' = any(${nhsNumbers}::text[])`
  const { rows } = await sql<Clash>`
    with places as (
      select distinct on (a.facility) a.facility, a."groupId" as group_id
      from imports i, jsonb_to_recordset(i.answers -> 'groups') as a (facility text, "groupId" text)
      where i.tenant_id = ${tenant.id} and i.id = ${importId}
    ), read as (
      select r.line, r.person_key, r.outcome, r.person is not distinct from 'matched' as is_known,
        r.person_answer is distinct from 'another' as is_unasked, r.match_problems #>> '{0,code}' as waits_for,
        lower(r.content #>> '{person,emails,0}') as email,
        translate(lower(r.content #>> '{person,localId}'), ' -', '') as local_id,
        case when ${keepsNumbers}::boolean then r.content #>> '{person,nhsNumber}' end as nhs_number,
        coalesce(r.content #>> '{test,facility}', r.content #>> '{person,facilities,0}') as facility
      from import_rows r
      where r.tenant_id = ${tenant.id} and r.import_id = ${importId} and ${isOfNumbers}
        and (r.outcome in ('right', 'made') or (r.outcome = 'wrong' and r.problems = '[]'
          and r.match_problems #>> '{0,code}' in ('emailOfAnother', 'localIdOfAnother', 'nhsNumberOfAnother')))
    ), people as (
      select read.*, p.group_id,
        first_value(email) over (partition by group_id, person_key order by email is null, line) as first_email,
        first_value(email) over in_order is not null as begins_with_email, first_value(is_known) over in_order as is_known_first
      from read join places p on p.facility is not distinct from read.facility
      window in_order as (partition by group_id, person_key order by line)
    ), owned as (
      select *, first_value(person_key) over by_email as owner, first_value(line) over by_email as line_of_email,
        first_value(person_key) over by_id as owner_of_id, first_value(line) over by_id as line_of_id,
        first_value(person_key) over by_number as owner_of_number, first_value(line) over by_number as line_of_number
      from people
      window by_email as (partition by group_id, first_email order by is_known_first, email is distinct from first_email, line),
        by_id as (partition by group_id, local_id order by line),
        by_number as (partition by group_id, nhs_number order by is_known desc, line)
    ), numbered as (
      select *, min(line) filter (where owner_of_number <> person_key) over (partition by group_id, nhs_number) as line_of_other
      from owned
    ), judged as (
      select line, outcome, waits_for, case when first_email is not null and not is_known_first and owner <> person_key
          and (email is not null or begins_with_email) then array['email', line_of_email::text]
        when nhs_number is not null and owner_of_number <> person_key then array['nhsNumber', line_of_number::text]
        when nhs_number is not null and line_of_other is not null and not is_known then array['nhsNumber', line_of_other::text]
        when local_id is not null and owner_of_id <> person_key and is_unasked then array['localId', line_of_id::text] end as clash
      from numbered where outcome <> 'made'
    )
    select line, clash[1] as kind, clash[2]::int as other from judged
    where clash is not null and (outcome = 'right' or waits_for = clash[1] || 'OfAnother')
      and (${nhsNumbers === undefined}::boolean or clash[1] = 'nhsNumber')
    order by line
  `.execute(db)
  return rows
}

/** Finds the rows that tell of these NHS numbers, or of the same tests, and are right or wait because of their number alone. */
export async function findRowsOfNumbers(
  { db, tenant }: Scope,
  importId: string,
  nhsNumbers: readonly string[],
): Promise<PendingRow[]> {
  const { rows } = await sql<PendingRow>`
    with open as materialized (
      select line, content, person_key, test_key, person_answer, differences, taken from import_rows
      where tenant_id = ${tenant.id} and import_id = ${importId}
        and (outcome = 'right' or (outcome = 'wrong' and problems = '[]' and match_problems #>> '{0,code}' = 'nhsNumberOfAnother'))
    ), named as (
      select line, test_key from open where content #>> '{person,nhsNumber}' = any(${nhsNumbers}::text[])
      order by line limit ${mostOfNumbers}
    )
    select line, content, person_key as "personKey", test_key as "testKey", person_answer as answer, differences, taken
    from open where line in (select line from named) or test_key in (select test_key from named)
    order by line
  `.execute(db)
  return rows
}

/** A file in which one number has more rows than this was made to take time. */
const mostOfNumbers = 500

import { sql } from 'kysely'
import type { PersonAnswer } from '../../../contract/imports/import.ts'
import type { ImportedRow } from '../../../contract/imports/imported-row.ts'
import { personQuestions } from '../../../contract/imports/problems.ts'
import type { Scope } from '../../access/scope.ts'

/** The rows that tell of a person in the same words, by their lines in order. */
export interface Telling {
  personKey: string
  answer: PersonAnswer | null
  /** True for rows that wait for an answer. */
  isAsked: boolean
  lines: number[]
}

/** What of a row does not tell people apart. */
const unimportant = ['notes', 'facilities', 'worksInHealthcare', 'livesInCongregateSetting']

/**
 * Finds the rows that are right, or wait for an answer about their people, by people and by what they tell of them: those whose
 * names are told of in several ways, or those of the people with these keys.
 */
export async function findTellings(
  { db, tenant }: Scope,
  importId: string,
  personKeys?: readonly string[],
): Promise<Telling[]> {
  const isAsked = sql`(r.outcome = 'wrong' and r.problems = '[]'
    and r.match_problems #>> '{0,code}' = any(${[...personQuestions, 'whichPerson']}::text[]))`
  const isNamed =
    personKeys === undefined ? sql`r.person_key is not null` : sql`r.person_key = any(${personKeys}::text[])`
  const { rows } = await sql<Telling>`
    with told as (
      select r.line, r.person_key, r.person_answer, r.outcome, md5(jsonb_build_array(r.content #> '{test,facility}',
        r.content #> '{person,facilities,0}', (r.content -> 'person') - ${unimportant}::text[])::text) as words
      from import_rows r where r.tenant_id = ${tenant.id} and r.import_id = ${importId} and ${isNamed}
        and (r.outcome in ('right', 'made') or ${isAsked})
    ), several as (
      select person_key from told group by person_key having count(distinct words) > 1 or ${personKeys !== undefined}
    )
    select person_key as "personKey", person_answer as answer, outcome = 'wrong' as "isAsked", array_agg(line order by line) as lines
    from told where person_key in (select person_key from several) and outcome <> 'made'
    group by person_key, words, person_answer, outcome order by person_key, min(line)
  `.execute(db)
  return rows
}

/** Reads what these rows were understood as. */
export async function readContents(
  { db, tenant }: Scope,
  importId: string,
  lines: readonly number[],
): Promise<Map<number, Pick<ImportedRow, 'person' | 'test' | 'results'>>> {
  const { rows } = await sql<{ line: number; content: Pick<ImportedRow, 'person' | 'test' | 'results'> }>`
    select line, content from import_rows
    where tenant_id = ${tenant.id} and import_id = ${importId} and line = any(${lines}::int[])
  `.execute(db)
  return new Map(rows.map(({ line, content }) => [line, content]))
}

/** Keeps what was answered about who the people of these rows are. */
export async function putAnswers(
  { db, tenant }: Scope,
  importId: string,
  lines: readonly number[],
  answer: PersonAnswer,
): Promise<void> {
  await sql`
    update import_rows set person_answer = ${answer}
    where tenant_id = ${tenant.id} and import_id = ${importId} and line = any(${lines}::int[])
  `.execute(db)
}

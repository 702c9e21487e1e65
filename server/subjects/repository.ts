import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { SubjectLookup } from '../../contract/subjects/subject.ts'
import { inActorScope } from '../access/actor-predicate.ts'
import type { ActorScope } from '../access/scope.ts'
import { subjectColumns } from './columns.ts'

/** The latest subject with these identifiers that a group of the actor's scope knows, the named group first, with that group. */
export async function findSubjectRow(scope: ActorScope, wanted: SubjectLookup) {
  const row = await scope.db
    .selectFrom('subject_identities as i')
    .innerJoin('subjects as s', 's.id', 'i.subject_id')
    .innerJoin('subject_groups as m', 'm.subject_id', 'i.subject_id')
    .innerJoin('groups as g', 'g.id', 'm.group_id')
    .where(inActorScope(scope, { organisation: 'm.organisation_id', group: 'm.group_id', subject: 's.id' }))
    .where(isIdentifiedBy(wanted))
    .select([...subjectColumns, 'g.id as group_id', 'g.name as group_name'])
    .orderBy(sql`m.group_id is not distinct from ${wanted.groupId ?? null}::uuid`, 'desc')
    .orderBy('s.id', 'desc')
    .orderBy('m.is_home', 'desc')
    .orderBy('m.group_id')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, subject_group_id: row.group_id }
}

/** Whether an identity `i` has the email or the two custom IDs that somebody is known by, however they are written. */
export function isIdentifiedBy(
  wanted: { email: string } | { customId1: string; customId2: string },
): RawBuilder<SqlBool> {
  return 'email' in wanted
    ? sql<SqlBool>`i.email_key = lower(${wanted.email}::text)`
    : sql<SqlBool>`i.custom_id_1_key = lower(${wanted.customId1}::text)
        and i.custom_id_2_key = lower(${wanted.customId2}::text)`
}

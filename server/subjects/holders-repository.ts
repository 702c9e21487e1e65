import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '../access/scope.ts'

type Value = RawBuilder<unknown>

/**
 * A key by which people are known. Its values are SQL: those of a request, or the columns of a batch `w` whose rows are looked up one by one.
 * Names are one key with the date of birth, and a local ID is one with its group. `known` tells which rows `m` of `subject_groups` count.
 */
export type SoughtKey =
  | { by: 'names'; nameKey: Value; dateOfBirth: Value; known: RawBuilder<SqlBool> }
  /** Folded by `foldedId`, as similar custom IDs are, of which `both` are one text. */
  | { by: 'localId'; localId: Value; groupId: Value }
  | { by: 'nhsNumber'; nhsNumber: Value }
  /** In lower case, as custom IDs are. */
  | { by: 'email'; emailKey: Value }
  | { by: 'customIds'; customId1: Value; customId2: Value }
  | { by: 'similarIds'; customId1: Value; customId2: Value; both: Value }

/**
 * Selects who is known by a key, as `subject_id` and `is_former`: those who have it, and those into whom somebody was merged who had it.
 * Every way in that looks for people asks this, so that whoever was merged is found as the person who was kept. Somebody may come twice.
 */
export function holdersOf({ tenant }: Pick<Scope, 'tenant'>, key: SoughtKey): RawBuilder<unknown> {
  const own = (table: string, alias: string) => sql`${sql.table(table)} ${sql.ref(alias)}
    where ${sql.ref(`${alias}.tenant_id`)} = ${tenant.id}`
  // The words by which somebody is found are those of whoever was merged into them, too.
  const byWord = (isWord: Value, isIt: (alias: string) => Value) => {
    const found = sql`(select distinct k.subject_id from ${own('subject_words', 'k')} and ${isWord} offset 0)`
    return sql`(
      select k.subject_id, false as is_former from ${found} k cross join lateral (
        select from ${own('subject_identities', 'i')} and i.subject_id = k.subject_id and ${isIt('i')} offset 0) i
      union all
      select k.subject_id, true from ${found} k cross join lateral (
        select from ${own('merged_subjects', 'f')} and f.subject_id = k.subject_id and ${isIt('f')} offset 0) f)`
  }
  switch (key.by) {
    case 'email':
      return sql`(
        select i.subject_id, false as is_former from ${own('subject_identities', 'i')} and i.email_key = ${key.emailKey} collate "C"
        union all
        select f.subject_id, true from ${own('merged_subjects', 'f')} and f.email_key = ${key.emailKey} collate "C")`
    case 'nhsNumber':
      return sql`(
        select d.subject_id, false as is_former from ${own('subject_details', 'd')} and d.nhs_number = ${key.nhsNumber}
        union all
        select f.subject_id, true from ${own('merged_subjects', 'f')} and f.nhs_number = ${key.nhsNumber})`
    case 'customIds': {
      const isIt = (alias: string) => sql`${sql.ref(`${alias}.custom_id_1_key`)} = ${key.customId1} collate "C"
        and ${sql.ref(`${alias}.custom_id_2_key`)} = ${key.customId2} collate "C"`
      return sql`(
        select i.subject_id, false as is_former from ${own('subject_identities', 'i')} and ${isIt('i')}
        union all
        select f.subject_id, true from ${own('merged_subjects', 'f')} and ${isIt('f')})`
    }
    case 'localId':
      return byWord(
        sql`k.group_id = ${key.groupId} and k.word = ${key.localId} collate "C"`,
        (alias) => sql`${comparedId(`${alias}.local_id`)} = ${key.localId}`,
      )
    case 'similarIds':
      return byWord(
        sql`k.word = ${key.both} collate "C"`,
        (alias) => sql`${comparedId(`${alias}.custom_id_1`)} = ${key.customId1}
          and ${comparedId(`${alias}.custom_id_2`)} = ${key.customId2}`,
      )
    case 'names': {
      const { known } = key
      // The names and the date of birth that somebody tells may be those of either of two who are one.
      return sql`(
        select n.subject_id, n.is_former or i.date_of_birth is distinct from ${key.dateOfBirth} as is_former from (
          select m.subject_id, false as is_former from ${own('subject_groups', 'm')}
            and ${known} and m.name_key = ${key.nameKey} collate "C"
          union all
          select f.subject_id, true from ${own('merged_subjects', 'f')} and f.name_key = ${key.nameKey} collate "C"
            and exists (select from ${own('subject_groups', 'm')} and m.subject_id = f.subject_id and ${known})
        ) n cross join lateral (
          select i.date_of_birth from ${own('subject_identities', 'i')} and i.subject_id = n.subject_id offset 0
        ) i
        where i.date_of_birth = ${key.dateOfBirth} or exists (
          select from ${own('merged_subjects', 'f')} and f.subject_id = n.subject_id and f.date_of_birth = ${key.dateOfBirth}))`
    }
  }
}

/** Normalises an ID column as `foldedId` does. */
function comparedId(column: string): RawBuilder<string> {
  return sql<string>`translate(replace(search_marked(${sql.ref(column)}), '''', ''), ' -', '')`
}

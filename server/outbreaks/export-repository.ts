import { sql } from 'kysely'
import { harmless } from '../../contract/rules/csv.ts'
import { results } from '../../contract/rules/results.ts'
import { roles, sex } from '../../contract/subjects/details.ts'
import { dateColumn, numberColumn, textColumn, words, type FileColumn } from '../access/exports/csv-cells.ts'
import type { ActorScope } from '../access/scope.ts'
import { wordsIn } from '../platform/phrases.ts'

/** The columns of a line list, without those of details that the tenant does not keep. */
export function lineListColumns(
  { tenant, locale }: ActorScope,
  formats: { day: string; time: string },
  customIds: { customId1: string; customId2: string },
): FileColumn[] {
  const t = wordsIn(locale)
  const kept = (kind: 'unit' | 'role' | 'sex', columns: FileColumn[]) =>
    tenant.subjectDetails.includes(kind) ? columns : []
  const who =
    tenant.subjectKind === 'human'
      ? [
          textColumn(t('export:lastName'), 'c.last_name'),
          textColumn(t('export:firstName'), 'c.first_name'),
          textColumn(t('export:email'), 'c.email'),
          textColumn(t('export:localId'), 'c.local_id'),
          numberColumn(t('outbreaks:age'), sql`c.age`),
          ...kept('sex', [
            {
              header: t('personDetails:kind.sex'),
              value: words('c.sex', sex.options, (one) => t(`personDetails:sex.${one}`)),
            },
          ]),
          ...kept('role', [
            {
              header: t('personDetails:kind.role'),
              value: words('c.role', roles, (one) => t(`personDetails:role.${one}`)),
            },
          ]),
          ...kept('unit', [
            textColumn(t('personDetails:unit'), 'c.unit'),
            textColumn(t('personDetails:room'), 'c.room'),
          ]),
        ]
      : [
          textColumn(harmless(customIds.customId1), 'c.custom_id_1'),
          textColumn(harmless(customIds.customId2), 'c.custom_id_2'),
        ]
  const clock = { kind: 'time', pattern: formats.time } as const
  const resultColumn = (header: string, column: string): FileColumn => ({
    header,
    value: words(column, results, (one) => t(`results:${one}`)),
  })
  return [
    ...who,
    dateColumn(t('outbreaks:tested'), sql`(c.performed_at at time zone c.performed_zone)`, clock),
    textColumn(t('outbreaks:kit'), 'c.assay_name'),
    resultColumn(t('outbreaks:result'), 'c.result'),
    resultColumn(t('outbreaks:earlier'), 'c.earlier_result'),
    dateColumn(t('outbreaks:earlierAt'), sql`(c.earlier_at at time zone c.earlier_zone)`, clock),
    textColumn(t('export:testId'), 'c.test_id'),
  ]
}

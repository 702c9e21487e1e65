import { sql } from 'kysely'
import { localeFacts } from '../../contract/locales.ts'
import type { FileFormat } from '../../contract/listing.ts'
import { harmless } from '../../contract/rules/csv.ts'
import { results } from '../../contract/rules/results.ts'
import { roles, sex } from '../../contract/subjects/details.ts'
import { customIdNamesIn } from '../../contract/tenants/custom-ids.ts'
import type { ExportedFile } from '../access/exports/exporting.ts'
import { dateColumn, numberColumn, textColumn, words, type FileColumn } from '../access/exports/csv-cells.ts'
import type { ActorScope } from '../access/scope.ts'
import { found } from '../platform/failure.ts'
import { wordsIn } from '../platform/phrases.ts'
import { exportedCases } from './cases-repository.ts'
import { findFormats, findOutbreak } from './repository.ts'

/** Exports the line list of an outbreak in the user's language and the tenant's formats. */
export function lineListFile({ format }: { format: FileFormat }, { id }: { id: string }): ExportedFile {
  return {
    event: { action: 'outbreak.exported', resourceType: 'outbreak', resourceId: id },
    filter: {},
    format,
    async make(scope) {
      const outbreak = found(await findOutbreak(scope, id))
      const settings = await findFormats(scope)
      const ownDate = localeFacts[scope.locale].shortDate
      const formats = { day: settings.date_pattern ?? ownDate, time: settings.date_time_pattern ?? `${ownDate} HH:mm` }
      const columns = columnsOf(scope, formats, customIdNamesIn(settings.subjects, scope.locale))
      return {
        columns,
        rows: await exportedCases(scope, outbreak, columns, format),
        title: wordsIn(scope.locale)('outbreaks:lineList'),
        formats,
      }
    },
  }
}

/** The columns of a line list, without those of details that the tenant does not keep. */
function columnsOf(
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

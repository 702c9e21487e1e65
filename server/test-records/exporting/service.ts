import { localeFacts } from '../../../contract/locales.ts'
import { customIdNamesIn } from '../../../contract/tenants/custom-ids.ts'
import type { ExportedFile } from '../../access/exports/exporting.ts'
import { wordsIn } from '../../platform/phrases.ts'
import { csvColumns } from './csv-repository.ts'
import { exportedRecords, getExportSettings, type ExportQuery } from './repository.ts'

/** Exports the filtered records as a file in the user's language and the tenant's formats. */
export function testRecordFile(query: ExportQuery): ExportedFile {
  return {
    event: { action: 'test-record.exported', resourceType: 'test-record' },
    filter: withoutSearch(query),
    format: query.format,
    async make(scope) {
      const settings = await getExportSettings(scope)
      const ownDate = localeFacts[scope.locale].shortDate
      const formats = { day: settings.date_pattern ?? ownDate, time: settings.date_time_pattern ?? `${ownDate} HH:mm` }
      const columns = csvColumns({
        locale: scope.locale,
        subjectKind: settings.subjects.kind,
        customIdLabels: customIdNamesIn(settings.subjects, scope.locale),
        formats,
        details: scope.tenant.subjectDetails,
        tellsReadings: scope.actor.userType !== 'patient',
      })
      return {
        columns,
        rows: await exportedRecords(scope, query, columns),
        title: wordsIn(scope.locale)('testRecords:title'),
        formats,
      }
    },
  }
}

export { countHeldBack } from './repository.ts'

/** The audit only keeps that there was a search, because the text may name a person. */
function withoutSearch({ search, format: _, ...filter }: ExportQuery) {
  return search ? { ...filter, search: true } : filter
}

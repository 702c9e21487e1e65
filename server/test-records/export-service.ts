import { customIdNamesIn } from '../../contract/tenants/custom-ids.ts'
import type { CsvFile } from '../access/exports/exporting.ts'
import { csvColumns } from './csv-repository.ts'
import { exportedRecords, getExportSettings, type ExportQuery } from './export-repository.ts'

/** The filtered records as a file in the words and formats of whoever asks for it. */
export function testRecordFile(query: ExportQuery): CsvFile {
  return {
    event: { action: 'test-record.exported', resourceType: 'test-record' },
    filter: withoutSearch(query),
    async make(scope) {
      const settings = await getExportSettings(scope)
      const columns = csvColumns({
        locale: scope.locale,
        subjectKind: settings.subjects.kind,
        customIdLabels: customIdNamesIn(settings.subjects, scope.locale),
        datePattern: settings.date_pattern,
        dateTimePattern: settings.date_time_pattern,
        tellsReadings: scope.actor.userType !== 'patient',
      })
      return { columns, rows: await exportedRecords(scope, query, columns) }
    },
  }
}

/** The audit keeps that a search was made, not what it was: it may name a person. */
function withoutSearch({ search, ...filter }: ExportQuery) {
  return search ? { ...filter, search: true } : filter
}

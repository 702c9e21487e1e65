import { localeFacts } from '../../contract/locales.ts'
import type { FileFormat } from '../../contract/listing.ts'
import { customIdNamesIn } from '../../contract/tenants/custom-ids.ts'
import type { ExportedFile } from '../access/exports/exporting.ts'
import { found } from '../platform/failure.ts'
import { wordsIn } from '../platform/phrases.ts'
import { exportedCases } from './cases-repository.ts'
import { lineListColumns } from './export-repository.ts'
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
      const columns = lineListColumns(scope, formats, customIdNamesIn(settings.subjects, scope.locale))
      return {
        columns,
        rows: await exportedCases(scope, outbreak, columns, format),
        title: wordsIn(scope.locale)('outbreaks:lineList'),
        formats,
      }
    },
  }
}

import { hash } from 'node:crypto'
import type { ReportColumn } from '../../../contract/notifications/columns.ts'
import type { Hl7Settings } from '../../../contract/notifications/hl7-settings.ts'
import type { NotificationFormat } from '../../../contract/notifications/rule-parts.ts'
import { folded } from '../../../contract/rules/folding.ts'
import own from '../../../package.json' with { type: 'json' }
import type { ReportedForm } from '../../../contract/notifications/reported-form.ts'
import { csvOf } from '../csv-file.ts'
import { batchOf } from '../hl7/batch.ts'
import type { ReportedTest } from '../reported-test.ts'
import type { ReportFile } from './repository.ts'

/** The file of a report, and its SHA-256. */
const endings: Readonly<Record<NotificationFormat, string>> = { hl7: 'hl7', csv: 'csv', printed: 'json' }

export const mediaTypes: Readonly<Record<NotificationFormat, string>> = {
  hl7: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  printed: 'application/json',
}

/** What the name of a file says: what it holds, whom it is for, and from which day it is. */
export interface NamedReport {
  id: string
  rule: string
  authority: string
  format: NotificationFormat
  madeAt: Date
}

/**
 * Names a file by its rule, the authority and the day in UTC. The random end of the report's id comes last, so that a server that has it already can
 * be told.
 */
export function fileNameOf({ id, rule, authority, format, madeAt }: NamedReport): string {
  const parts = [nameable(rule), nameable(authority), madeAt.toISOString().slice(0, 10), id.slice(-12)]
  return `${parts.filter((part) => part !== '').join('-')}.${endings[format]}`
}

/** The most characters of a rule or an authority in a file's name. */
const mostNamed = 40

/** Writes a name with letters, digits and hyphens that every server and file system takes. */
function nameable(name: string): string {
  const letters = folded(name).replaceAll(/[^a-z0-9]+/g, '-')
  return letters.slice(0, mostNamed).replaceAll(/^-|-$/g, '')
}

/** Writes the file of a report. A printed form is kept as what stands on it, and drawn by whoever prints it. */
export function fileOf(
  report: NamedReport,
  tests: readonly ReportedTest[],
  settings: { columns: readonly ReportColumn[]; hl7: Hl7Settings },
): ReportFile {
  const text = textOf(report, tests, settings)
  const content = Buffer.from(text, 'utf8')
  return { name: fileNameOf(report), content, hash: hash('sha256', content, 'buffer') }
}

function textOf(
  { id, format, madeAt }: NamedReport,
  tests: readonly ReportedTest[],
  { columns, hl7 }: { columns: readonly ReportColumn[]; hl7: Hl7Settings },
): string {
  switch (format) {
    case 'hl7':
      return batchOf(tests, id, { settings: hl7, softwareVersion: own.version, madeAt })
    case 'csv':
      return csvOf(tests, columns)
    case 'printed':
      return JSON.stringify(tests.map(formOf))
  }
}

function formOf(test: ReportedTest): ReportedForm {
  const { id, testId, kind, mayRepeat, zone, lines, specimen, kit, person, group, organisation } = test
  const times = { performedAt: test.performedAt.toISOString(), performedZone: zone }
  return { id, testId, kind, mayRepeat, ...times, lines, specimen, kit, person, group, organisation }
}

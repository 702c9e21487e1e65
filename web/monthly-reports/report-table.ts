import { ageGroups, type ReportRow } from '../../contract/monthly-reports/report-rows.ts'
import type { TableOfFigures } from '../lists/table-of-figures.ts'
import { t } from '../ui/phrases.ts'

/** The tests of one group, test kit, result and sex, by age group. */
export interface ReportLine extends Omit<ReportRow, 'ageGroup' | 'tests'> {
  key: string
  byAge: Partial<Record<ReportRow['ageGroup'], number>>
  tests: number
}

/** Joins rows that differ by age group alone, in their order. */
export function linesOf(rows: readonly ReportRow[]): ReportLine[] {
  const lines = new Map<string, ReportLine>()
  for (const { ageGroup, tests, ...row } of rows) {
    const key = [row.group.id, row.assay.id, row.result, row.sex].join(' ')
    const line = lines.get(key) ?? { ...row, key, byAge: {}, tests: 0 }
    line.byAge[ageGroup] = tests
    line.tests += tests
    lines.set(key, line)
  }
  return [...lines.values()]
}

/** The age groups that have tests, in their order. */
export function agesIn(rows: readonly ReportRow[]): ReportRow['ageGroup'][] {
  return ageGroups.filter((ageGroup) => rows.some((row) => row.ageGroup === ageGroup))
}

/** Each row of the report as a row of a file, with the ids of places and test kits for programs. */
export function fileOfReport(rows: readonly ReportRow[], month: string, title: string): TableOfFigures {
  const text = (heading: string) => ({ title: heading, isNumber: false })
  return {
    caption: title,
    columns: [
      text(t('monthlyReports:monthOfClock')),
      text(t('fields:organisationId')),
      text(t('fields:groupId')),
      text(t('monthlyReports:groupId')),
      text(t('fields:assayId')),
      text(t('monthlyReports:assayId')),
      text(t('monthlyReports:result')),
      text(t('monthlyReports:age')),
      text(t('monthlyReports:sex')),
      { title: t('monthlyReports:tests'), isNumber: true },
    ],
    rows: rows.map(({ organisation, group, assay, result, ageGroup, sex, tests }, at) => ({
      key: String(at),
      cells: [
        month,
        organisation.name,
        group.name,
        group.id,
        assay.name,
        assay.id,
        t(`results:${result}`),
        t(`monthlyReports:age.${ageGroup}`),
        t(`monthlyReports:sex.${sex}`),
        tests,
      ].map((value) => ({ text: String(value), value })),
    })),
  }
}

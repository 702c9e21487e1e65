import type { FileImport, ImportSummary, RowOutcome } from '../../contract/imports/import.ts'
import type { Translate } from '../ui/phrases.ts'

/** The numbers of rows by what becomes of them; undefined where an import that has begun does not tell. */
export function countsOf(
  { preview, run }: FileImport,
  summary: ImportSummary,
): Record<RowOutcome | 'all', number | undefined> & { wrong: number } {
  const skipped = preview?.skipped ?? Object.values(summary.skipped).reduce<number>((sum, rows) => sum + (rows ?? 0), 0)
  const wrong = preview?.wrong ?? summary.wrong
  return {
    right: run === null ? Math.max(0, summary.rows - wrong - skipped) : undefined,
    wrong,
    skipped,
    made: run?.endedAt ? preview?.made : undefined,
    all: summary.rows,
  }
}

/** What becomes of the people in the rows that are ready, as far as that is known. */
export function peopleWords(t: Translate, { preview }: FileImport): string {
  if (preview === null) return t('importing:preview.peopleRead')
  const { made, matched } = preview.people
  return t('importing:preview.people', { made, matched })
}

/** Why rows make nothing, with their numbers. */
export function skippedWords(t: Translate, { skipped }: ImportSummary): string {
  const reasons = ['noResult', 'removed', 'repeated', 'heading'] as const
  return reasons
    .filter((reason) => (skipped[reason] ?? 0) > 0)
    .map((reason) => t(`importing:skipped.${reason}`, { count: skipped[reason] ?? 0 }))
    .join(', ')
}

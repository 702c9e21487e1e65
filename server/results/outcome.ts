import { localParts } from '../../contract/rules/dates.ts'
import type { SetOutcome } from '../../contract/test-sets/outcome.ts'
import type { AlgorithmOutcome } from '../../contract/testing-algorithms/algorithm.ts'

/** Shows the outcome of a set, with the day of the next test on the clock of the last one. */
export function toOutcome(
  outcomes: readonly AlgorithmOutcome[],
  {
    outcome,
    decided_at,
    decided_zone,
  }: { outcome: number | null; decided_at: Date | null; decided_zone: string | null },
): SetOutcome | null {
  const reached = outcome === null ? undefined : outcomes[outcome]
  if (reached === undefined || decided_at === null) return null
  const { name, result, followUpDays } = reached
  return {
    name,
    result,
    followUpOn:
      followUpDays === null ? null : daysAfter(localParts(decided_at, decided_zone ?? 'UTC').day, followUpDays),
  }
}

/** The day so many days after another, both YYYY-MM-DD. */
function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

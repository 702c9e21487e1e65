import { readFileSync } from 'node:fs'
import type { UsCounty } from '../../contract/assays/us-counties.ts'
import { usStates, type UsState } from '../../contract/rules/us-states.ts'

// `scripts/us-counties.ts` writes the file in this shape.
const byState = JSON.parse(readFileSync(new URL('us-counties.json', import.meta.url), 'utf8')) as Partial<
  Record<UsState, [fips: string, name: string][]>
>

/** Lists the counties of a state by name. The armed forces have none. */
export function countiesOf(state: UsState): UsCounty[] {
  return sorted[state]
}

const sorted = Object.fromEntries(
  usStates.map((state) => {
    const counties = (byState[state] ?? []).map(([fips, name]) => ({ fips, name, state }))
    return [state, counties.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))]
  }),
) as Record<UsState, UsCounty[]> // each state has a list

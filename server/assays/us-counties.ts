import { readFileSync } from 'node:fs'
import type { UsCounty } from '../../contract/assays/us-counties.ts'
import type { UsState } from '../../contract/rules/us-states.ts'

/** Lists the counties of a state by name. The armed forces have none. */
export function countiesOf(state: UsState): UsCounty[] {
  byState ??= read()
  return (byState[state] ?? [])
    .map(([fips, name]) => ({ fips, name, state }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

type Counties = Partial<Record<UsState, [fips: string, name: string][]>>

/** Read when they are first asked for, because most servers never are. */
let byState: Counties | undefined

function read(): Counties {
  // `scripts/us-counties.ts` writes the file in this shape.
  return JSON.parse(readFileSync(new URL('us-counties.json', import.meta.url), 'utf8')) as Counties
}

/**
 * Writes `server/assays/us-counties.json` from the Census list of counties in the package us-atlas (ISC), which names
 * them without "County" or "Parish". To regenerate it: `npm pack us-atlas@3.0.1`, unpack it, and `node
 * scripts/us-counties.ts package/counties-10m.json`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { usStateNames, type UsState } from '../contract/rules/us-states.ts'

interface Named {
  id: string
  properties: { name: string }
}
/** The named shapes of a file of us-atlas. */
interface Atlas {
  objects: { counties: { geometries: Named[] }; states: { geometries: Named[] } }
}

/**
 * Additions since 2017, the year of the list: Connecticut's planning regions (2022), and the halves of Valdez-Cordova
 * (2019).
 */
const since2017: readonly (readonly [string, string])[] = [
  ['02063', 'Chugach'],
  ['02066', 'Copper River'],
  ['09110', 'Capitol Planning Region'],
  ['09120', 'Greater Bridgeport Planning Region'],
  ['09130', 'Lower Connecticut River Valley Planning Region'],
  ['09140', 'Naugatuck Valley Planning Region'],
  ['09150', 'Northeastern Connecticut Planning Region'],
  ['09160', 'Northwest Hills Planning Region'],
  ['09170', 'South Central Connecticut Planning Region'],
  ['09180', 'Southeastern Connecticut Planning Region'],
  ['09190', 'Western Connecticut Planning Region'],
]

/** The Census names of states that the postal service abbreviates. */
const longNames: Partial<Record<UsState, string>> = {
  MP: 'Commonwealth of the Northern Mariana Islands',
  VI: 'United States Virgin Islands',
}

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Say where the file counties-10m.json of us-atlas is')
// The package is pinned above, and its format is documented.
const atlas = JSON.parse(readFileSync(file, 'utf8')) as Atlas
const codes = new Map(Object.entries(usStateNames).map(([code, name]) => [longNames[code as UsState] ?? name, code]))
const stateOf = new Map(atlas.objects.states.geometries.map(({ id, properties }) => [id, codes.get(properties.name)]))

const all = [
  ...atlas.objects.counties.geometries.map(({ id, properties }) => [id, properties.name] as const),
  ...since2017,
].toSorted(([a], [b]) => a.localeCompare(b))

const byState: Record<string, [fips: string, name: string][]> = {}
for (const [fips, name] of all) {
  const state = stateOf.get(fips.slice(0, 2))
  if (state === undefined) throw new Error(`No state has the county ${fips} ${name}`)
  const namesakes = all.filter(([other, its]) => its === name && other.slice(0, 2) === fips.slice(0, 2))
  // A city that is a county of its own has a number from 500 up; some states have a county of the same name.
  const isCity = namesakes.length > 1 && Number(fips.slice(2)) >= 500
  ;(byState[state] ??= []).push([fips, isCity ? `${name} city` : name])
}
const lines = Object.entries(byState).map(([state, counties]) => `${JSON.stringify(state)}:${JSON.stringify(counties)}`)
writeFileSync(new URL('../server/assays/us-counties.json', import.meta.url), `{\n${lines.join(',\n')}\n}\n`)

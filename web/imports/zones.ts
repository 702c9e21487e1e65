import { isTimeZone } from '../../contract/rules/dates.ts'

/** Zones that are offered first: those in which most files of SimpleReport were written. */
const usual = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
]

/** The time zones to choose from, the likely ones first and by their common names. */
export function zoneChoices(likely: readonly string[], nameOf: (zone: string) => string) {
  const first = [...new Set(['UTC', ...likely, ...usual])].filter((zone) => isTimeZone(zone))
  const others = (Intl.supportedValuesOf?.('timeZone') ?? []).filter(
    (zone) => !first.includes(zone) && isTimeZone(zone),
  )
  return [
    ...first.map((id) => ({ id, name: id === 'UTC' ? id : `${nameOf(id)} (${cityOf(id)})` })),
    ...others.map((id) => ({ id, name: id.replaceAll('_', ' ') })),
  ]
}

function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

import type { Preferences } from '../../contract/tenants/preferences.ts'

export type Environment = Preferences['environment']

const named: readonly Environment[] = ['local-fe', 'develop', 'staging', 'qa', 'local']

/** Derives the environment from the labels of a host name (spec §9). An unknown host is production. */
export function environmentOf(host: string): Environment {
  const labels = host.toLowerCase().split('.')
  if (labels.includes('localhost') || /^[\d.]+$|^\[/.test(host)) return 'local'
  return named.find((environment) => labels.includes(environment)) ?? 'production'
}

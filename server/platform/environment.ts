import type { Preferences } from '../../contract/tenants/preferences.ts'

export type Environment = Preferences['environment']

const named: readonly Environment[] = ['local-fe', 'develop', 'staging', 'qa', 'local']

/** Which environment a host name stands for, by its labels (spec §9); anything unknown is production. */
export function environmentOf(host: string): Environment {
  const labels = host.toLowerCase().split('.')
  if (labels.includes('localhost') || /^[\d.]+$|^\[/.test(host)) return 'local'
  return named.find((environment) => labels.includes(environment)) ?? 'production'
}

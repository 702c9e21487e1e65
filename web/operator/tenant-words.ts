import { testsCap } from '../../contract/operator/endpoints.ts'
import type { EntryWay } from '../../contract/operator/entry.ts'
import type { Translate } from '../ui/phrases.ts'

/** The host of a tenant, which shares the domain of the operator's own host. */
export function hostOf(slug: string): string {
  const [, ...rest] = window.location.host.split('.')
  return [slug, ...rest].join('.')
}

/** True if an operator may enter immediately by giving a reason. */
export function isLetIn({ mayEnter, request }: EntryWay): boolean {
  return mayEnter || request?.state === 'granted'
}

/** The number of recent tests of a tenant, counted up to a limit, with the period of the count. */
export function testsInWords(t: Translate, tests: number): string {
  return tests > testsCap ? t('operator:testsCapped', { count: testsCap }) : t('operator:tests', { count: tests })
}

/** The number of tests alone, below a column head that names the period. */
export function testsFigure(t: Translate, tests: number): string {
  return tests > testsCap ? t('operator:figureCapped', { count: testsCap }) : t('lists:tests', { count: tests })
}

import { testsCap } from '../../contract/operator/endpoints.ts'
import type { EntryWay } from '../../contract/operator/entry.ts'
import type { Translate } from '../ui/phrases.ts'

/** The host of a tenant, beside this one, which is the operator's. */
export function hostOf(slug: string): string {
  const [, ...rest] = window.location.host.split('.')
  return [slug, ...rest].join('.')
}

/** Whether an operator enters by giving a reason now, without asking. */
export function isLetIn({ mayEnter, request }: EntryWay): boolean {
  return mayEnter || request?.state === 'granted'
}

/** How many tests a tenant performed lately, which is counted to a cap, with the time that it was counted for. */
export function testsInWords(t: Translate, tests: number): string {
  return tests > testsCap ? t('operator:testsCapped', { count: testsCap }) : t('operator:tests', { count: tests })
}

/** How many tests these were, where the head of the column says of which time. */
export function testsFigure(t: Translate, tests: number): string {
  return tests > testsCap ? t('operator:figureCapped', { count: testsCap }) : t('operator:figure', { count: tests })
}

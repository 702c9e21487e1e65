import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import { inviteeAccount } from '../contract/invites/endpoints.ts'
import { goByZone, presentZone } from '../contract/rules/present.ts'
import { selfRegistration } from '../contract/session/registration.ts'
import { newSubject } from '../contract/subjects/whole-subject.ts'
import { updateSubject } from '../contract/subjects/endpoints.ts'
import { openingOfResult } from '../contract/deliveries/open-result.ts'

const earlier = presentZone()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-10T15:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
  goByZone(() => earlier)
})

const forms: [name: string, schema: z.ZodMiniType | undefined][] = [
  ['adding a subject', newSubject],
  ['editing a subject', updateSubject.body],
  ['registration', selfRegistration],
  ['an account by an invite', inviteeAccount],
  ['opening a result', openingOfResult],
]

function isRefused(schema: z.ZodMiniType | undefined, dateOfBirth: string): boolean {
  const found = schema?.safeParse({ kind: 'human', dateOfBirth })
  const issues = found?.error?.issues.flatMap((issue) =>
    issue.code === 'invalid_union' ? issue.errors.flat() : [issue],
  )
  return issues?.some(({ path }) => path[0] === 'dateOfBirth') ?? false
}

test.each(forms)('%s refuses the day that is tomorrow where the page is looked at', (_, schema) => {
  // In Guam, which is part of the US, the 11th has begun; on the other side of the date line the 10th has not ended.
  goByZone(() => 'America/New_York')
  expect([isRefused(schema, '2026-03-10'), isRefused(schema, '2026-03-11')]).toEqual([false, true])
  goByZone(() => 'Pacific/Guam')
  expect([isRefused(schema, '2026-03-11'), isRefused(schema, '2026-03-12')]).toEqual([false, true])
})

test('the page uses the zone of its browser, and the earliest one if the browser names none', async () => {
  const zoned = (timeZone: string | undefined) => {
    vi.resetModules()
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      timeZone,
    } as Intl.ResolvedDateTimeFormatOptions)
  }
  zoned('America/Chicago')
  await import('./api/server-clock.ts')
  expect((await import('../contract/rules/present.ts')).presentZone()).toBe('America/Chicago')
  zoned('Mars/Olympus')
  await import('./api/server-clock.ts')
  expect((await import('../contract/rules/present.ts')).presentZone()).toBe('Etc/GMT-14')
  vi.restoreAllMocks()
})

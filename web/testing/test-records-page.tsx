import { screen } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'
import type { UserType } from '../../contract/permissions/permissions.ts'
import type { TestRecordListItem } from '../../contract/test-records/test-record.ts'
import { loadPreferences } from '../preferences/preferences.ts'
import { setLocale } from '../ui/phrases.ts'
import { openAt } from './open.tsx'
import { answer, aUser, reply, somePreferences } from './replies.ts'
import { detailsOf, listedTest } from './test-records.ts'

/* For tests of the list of tests: a record, and the page with it. */

export const record: TestRecordListItem = { ...listedTest, result: 'positive', state: 'voided', analyteResults: [] }

export function pageOf(data: TestRecordListItem[], total = data.length, totalIsCapped = false) {
  return reply(200, { data, page: { size: 5, next: null, previous: null, total, totalIsCapped } })
}

export const details = detailsOf(record)

export async function open(
  address: string,
  list: Response | Response[] | Error,
  type: UserType = 'group',
  others: Parameters<typeof answer>[0] = {},
) {
  const fetched = answer({
    'GET /get-site-preferences': reply(200, { data: somePreferences() }),
    'GET /users/my-details': reply(200, { data: aUser(type) }),
    'GET /organisations': pageOf([]),
    'GET /groups': pageOf([]),
    'GET /assays': pageOf([]),
    'GET /test-records': list,
    'GET /testing-algorithms': pageOf([]),
    [`GET /test-records/${record.id}`]: reply(200, { data: details }),
    ...others,
  })
  await loadPreferences()
  await setLocale('en_GB')
  return { router: openAt(address), fetched }
}

export const resultButton = () => screen.getByRole('button', { name: 'Result: Any' })

export const nameOf = (button: HTMLElement) => button.getAttribute('aria-label') ?? button.textContent

/** Finds the chip that removes a filter. */
export const chip = (words: string) =>
  screen.getByRole('button', {
    name: (name) => name.replaceAll(' ', '') === `Remove filter:${words}`.replaceAll(' ', ''),
  })

// Loaded beforehand, because a late import would suspend the page during a test.
beforeAll(() => Promise.all([import('../test-records/test-records-page.tsx'), import('../lists/assay-filter.tsx')]))

afterEach(() => localStorage.clear())

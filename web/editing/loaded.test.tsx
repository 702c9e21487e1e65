import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aUser } from '../testing/replies.ts'
import { called, openPage, pageOf } from '../testing/open-page.tsx'

const id = '01998878-2800-7000-8000-000000000009'
const lost = new TypeError('Failed to fetch')

/** Every panel that changes a stored row: its address, the row's path, the user type and the code. */
const panels = [
  [
    `/organisations/${id}/edit`,
    `/organisations/${id}`,
    'tenant',
    () => import('../organisations/organisation-form.tsx'),
  ],
  [`/groups/${id}/edit`, `/groups/${id}`, 'tenant', () => import('../groups/group-form.tsx')],
  [`/users/${id}/edit`, `/users/${id}`, 'tenant', () => import('../users/edit-user-form.tsx')],
  [`/subjects/${id}/edit`, `/subjects/${id}`, 'tenant', () => import('../subjects/subject-form.tsx')],
  [`/assays/${id}/edit`, `/assays/${id}`, 'tenant', () => import('../assays/assay-form.tsx')],
  [
    `/test-records/${id}/correct`,
    `/test-records/${id}`,
    'tenant',
    () => import('../test-records/changing/correct-form.tsx'),
  ],
  [`/test-records/${id}/void`, `/test-records/${id}`, 'tenant', () => import('../test-records/changing/void-form.tsx')],
  [`/tenants/${id}/suspend`, `/tenants/${id}/facts`, 'unlimited', () => import('../operator/suspension-form.tsx')],
  [`/tenants/${id}/enter`, `/tenants/${id}/facts`, 'unlimited', () => import('../operator/entry-form.tsx')],
] as const

test.each(panels)('%s says so when its row cannot be loaded, and tries again', async (address, row, userType, part) => {
  const { fetched } = await openPage(address, {
    user: aUser(userType),
    parts: [part()],
    replies: Object.fromEntries([
      ...['/organisations', '/groups', '/users', '/subjects', '/assays', '/test-records', '/tenants'].map((list) => [
        `GET ${list}`,
        pageOf([]),
      ]),
      [`GET ${row}`, lost],
    ]),
  })
  const words = await screen.findByText('This could not be loaded', undefined, { timeout: 20_000 })
  // In jsdom a panel's dialog does not count as open, so its content counts as hidden.
  const panel = words.closest('dialog')
  if (panel === null) throw new Error('The words are in no panel')
  const before = called(fetched, 'GET', row).length
  await userEvent.click(within(panel).getByRole('button', { name: 'Try again', hidden: true }))
  await expect.poll(() => called(fetched, 'GET', row).length).toBeGreaterThan(before)
})

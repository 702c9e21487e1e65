import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { tenantTypes, usualMatrix, withTypeOf, type Matrix } from '../../contract/permissions/matrix.ts'
import { openPage } from '../testing/open-page.tsx'
import { aUser, called, refusal, reply, sentBody } from '../testing/replies.ts'
import { alsoSay } from '../ui/phrases.ts'

const user = aUser('tenant')
const path = `/tenants/${user.tenant.id}/permissions`
const usual = tenantTypes.reduce<Matrix>((matrix, type) => withTypeOf(matrix, type, usualMatrix), usualMatrix)
const stored = (changes: Partial<Matrix> = {}, version = 7) => {
  const { tenant, organisation, group, provider, clinical, patient } = { ...usual, ...changes }
  const types = { tenant, organisation, group, provider, clinical, patient }
  const people = { tenant: 2, organisation: 4, group: 7, provider: 5, clinical: 1, patient: 6 }
  return reply(200, { data: { id: user.tenant.id, types, people, version } })
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(new EventTarget(), { matches: query !== 'print' }))
})

const open = (
  replies: Parameters<typeof openPage>[1]['replies'],
  { address = '/own-tenant/permissions', as = user } = {},
) =>
  openPage(address, {
    user: as,
    replies: {
      [`GET /tenants/${user.tenant.id}`]: reply(200, { data: user.tenant }),
      [`GET ${path}`]: stored(),
      ...replies,
    },
    parts: [
      import('./tab-pages.ts'),
      alsoSay('tenants', 'editing', 'permissions'),
      import('./own-tenant-page.tsx'),
      import('./operators-tenant-page.tsx'),
      import('./permissions-tab.tsx'),
    ],
  })
const box = (permission: string, type: string) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: `${permission}: ${type}` })
const press = async (name: string) => await userEvent.click(await screen.findByRole('button', { name }))
const listed = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole('listitem')
    .map((item) => item.textContent)

test('removing a permission removes those that need it, and the number of people who lose something is shown before saving', async () => {
  const { fetched } = await open({ [`PUT ${path}`]: stored({ provider: [] }, 8) })
  await userEvent.click(await box('See tests', 'Provider'))
  expect((await box('Export tests', 'Provider')).checked).toBe(false)
  await userEvent.click(await box('Correct tests', 'Clinician'))
  await press('Review and save')
  expect(listed(await screen.findByRole('dialog', { name: 'Save these changes?' }))).toEqual([
    'Provider: 5 people lose “See tests”.',
    'Provider: 5 people lose “Export tests”.',
    'Clinician: 1 person gets “Correct tests”.',
  ])
  expect(called(fetched, 'PUT', path)).toEqual([])
  await press('Save changes')
  await waitFor(() => expect(called(fetched, 'PUT', path)).toHaveLength(1))
  const sent = sentBody(fetched, path) as Matrix
  expect(Object.keys(sent)).toEqual(['provider', 'clinical'])
  expect(sent.provider).not.toContain('export-tests')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Review and save' })).toBeNull())
})

test('others’ changes are reported, and one’s own changes are kept on top', async () => {
  const theirs = stored({ clinical: [...usual.clinical, 'export-tests'] }, 8)
  const { fetched } = await open({
    [`GET ${path}`]: [stored(), stored(), theirs],
    [`PUT ${path}`]: [refusal(412, 'stale-version'), stored({}, 9)],
  })
  await userEvent.click(await box('Correct tests', 'Clinician'))
  await press('Review and save')
  await press('Save changes')
  expect(await screen.findByText('Clinician may now “Export tests”')).toBeTruthy()
  expect([(await box('Export tests', 'Clinician')).checked, (await box('Correct tests', 'Clinician')).checked]).toEqual(
    [true, true],
  )
  await press('Review and save')
  await press('Save changes')
  await waitFor(() => expect(called(fetched, 'PUT', path)).toHaveLength(2))
  const [, again] = called(fetched, 'PUT', path)
  expect(again?.[1]?.headers).toMatchObject({ 'If-Match': '"8"' })
  expect(sentBody(fetched, path)).toMatchObject({ clinical: expect.arrayContaining(['export-tests', 'correct-tests']) })
})

test('fixed cells are not checkboxes, arrow keys skip them, and the defaults can be restored for one type', async () => {
  await open({ [`GET ${path}`]: stored({ group: ['view-own-user', 'login-dashboard'] }) })
  const first = await box('Use the web app', 'Patient')
  expect(screen.queryByRole('checkbox', { name: 'Use the web app: Tenant administrator' })).toBeNull()
  first.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('See their own subject: Patient')
  await userEvent.keyboard('{ArrowDown}{ArrowLeft}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('See tests: Clinician')
  expect((await box('See tests', 'Group administrator')).checked).toBe(false)
  await press('Back to the defaults for all')
  expect((await box('See tests', 'Group administrator')).checked).toBe(true)
  await press('Discard')
  expect((await box('See tests', 'Group administrator')).checked).toBe(false)
  await press('Reset: Group administrator')
  expect((await box('See tests', 'Group administrator')).checked).toBe(true)
})

test('an operator changes the permissions of any tenant’s user types', async () => {
  const { fetched } = await open(
    { [`PUT ${path}`]: stored({}, 8) },
    {
      address: path,
      as: aUser('unlimited', { tenant: { id: '01998878-2800-7000-8000-0000000000ff', name: 'Lateral' } }),
    },
  )
  await userEvent.click(await box('Correct tests', 'Clinician'))
  await press('Review and save')
  await press('Save changes')
  await waitFor(() => expect(called(fetched, 'PUT', path)).toHaveLength(1))
  expect(sentBody(fetched, path)).toMatchObject({ clinical: expect.arrayContaining(['correct-tests']) })
})

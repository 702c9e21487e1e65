import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Organisation } from '../../contract/organisations/endpoints.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import type { User } from '../../contract/own-account/user.ts'
import { handleFailures } from '../api/failures.ts'
import { openPage } from '../testing/open-page.tsx'
import { type answer, aUser, called, pageOf, refusal, reply, sentBody } from '../testing/replies.ts'
import { currentMessages } from '../ui/snackbar-store.ts'

const id = '01998878-2800-7000-8000-000000000009'
const homes: Organisation = {
  id,
  name: 'Harbour Care Homes',
  description: null,
  location: 'Southampton',
  phone: '+44 20 7946 0110',
  npi: null,
  address: null,
  status: 'active',
  openSessions: 3,
  figures: { users: 12, tests: { total: 412, conclusive: 400, positive: 37 } },
  version: 4,
}
/** In jsdom a panel's dialog does not count as open, so its content counts as hidden. */
const hidden = true

interface Setting {
  user?: User
  organisation?: Partial<Organisation>
  preferences?: Partial<Preferences>
  replies?: Parameters<typeof answer>[0]
}

afterEach(() => {
  handleFailures(undefined)
  vi.useRealTimers()
})

async function open(address: string, { user = aUser('tenant'), organisation, preferences, replies }: Setting = {}) {
  const one = { ...homes, ...organisation }
  return await openPage(address, {
    user,
    ...(preferences && { preferences }),
    parts: [import('./organisations-page.tsx'), import('./organisation-page.tsx'), import('./organisation-form.tsx')],
    replies: {
      'GET /organisations': pageOf([one]),
      [`GET /organisations/${id}`]: reply(200, { data: one }),
      [`GET /organisations/${id}/history`]: pageOf([]),
      'GET /groups': pageOf([]),
      'GET /users': pageOf([]),
      'GET /test-records': pageOf([]),
      'GET /assays/us-counties': reply(200, {
        data: [
          { fips: '41051', name: 'Multnomah', state: 'OR' },
          { fips: '41067', name: 'Washington', state: 'OR' },
        ],
      }),
      ...replies,
    },
  })
}

const box = (label: string | RegExp) => within(screen.getByRole('form')).getByLabelText<HTMLInputElement>(label)
const county = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^County/, hidden })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name, hidden }))

describe('the list of organisations', () => {
  test('shows each status, links to the tests of the last 30 days, and filters by status in its address', async () => {
    const { router, fetched } = await open('/organisations', { organisation: { status: 'suspended' } })
    const tests = await screen.findByRole('link', { name: '412 tests' })
    expect(tests.getAttribute('href')).toMatch(new RegExp(`^/test-records\\?.*organisation=${id}`))
    expect(screen.getByText('9.3% positive (37 of 400)')).toBeTruthy()
    expect(within(screen.getByRole('table')).getByText('Suspended')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Suspended')
    expect(router.latestLocation.search).toEqual({ status: 'suspended' })
    await waitFor(() => expect(called(fetched, 'GET', '/organisations?').at(-1)?.[0]).toContain('status=suspended'))
  })

  test('offers actions of tenant administrators to nobody else', async () => {
    const permissions = aUser('tenant').permissions
    const { router } = await open('/organisations', { user: aUser('organisation', { permissions }) })
    await screen.findByRole('link', { name: 'Harbour Care Homes' })
    expect(screen.queryByRole('link', { name: 'New organisation' })).toBeNull()
    await router.navigate({ to: '/organisations/new', search: {} })
    expect(currentMessages().at(-1)?.text).toContain('was not found')
  })
})

describe('an organisation', () => {
  test('is suspended only after its effect on people and sessions was explained', async () => {
    const suspended = { ...homes, status: 'suspended', openSessions: 0 }
    const { fetched } = await open(`/organisations/${id}`, {
      replies: {
        [`GET /organisations/${id}`]: [reply(200, { data: homes }), reply(200, { data: suspended })],
        [`PUT /organisations/${id}/suspend`]: reply(200, { data: suspended }),
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Suspend organisation' }))
    const dialog = screen.getByRole('dialog')
    expect(dialog.textContent).toContain(
      '12 users belong to it. 3 open sessions end at once. Nobody in it can log in, no tests can be recorded',
    )
    expect(called(fetched, 'PUT', '/suspend')).toHaveLength(0)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Suspend organisation' }))
    await screen.findByText(/This organisation is suspended/)
    expect(currentMessages().at(-1)?.text).toBe('Organisation suspended')
    expect(await screen.findByRole('button', { name: 'Reactivate organisation' })).toBeTruthy()
  })

  test('can be changed, suspended and traced only by people who may', async () => {
    const permissions = aUser('tenant').permissions.filter((one) => one !== 'edit-orgs' && one !== 'view-audit')
    const { router, fetched } = await open(`/organisations/${id}`, { user: aUser('tenant', { permissions }) })
    await screen.findByText('No users yet.')
    for (const name of ['Edit', 'Suspend organisation']) expect(screen.queryByText(name)).toBeNull()
    expect(screen.queryByRole('heading', { name: 'History' })).toBeNull()
    expect(called(fetched, 'GET', '/history')).toHaveLength(0)
    await router.navigate({ to: '/organisations/$id/edit', params: { id }, search: {} })
    expect(currentMessages().at(-1)?.text).toContain('was not found')
  })

  test('shows the changes to its address in words', async () => {
    const fields = [
      { field: 'state', from: 'OR', to: 'WA' },
      { field: 'country', from: null, to: 'US' },
      { field: 'location', from: 'Quay', to: null },
    ]
    const change = { id, action: 'organisation.changed', at: '2026-03-06T09:30:00.000Z', by: null, fields }
    await open(`/organisations/${id}`, { replies: { [`GET /organisations/${id}/history`]: pageOf([change]) } })
    const said = (await screen.findByText(/^State:/)).closest('ul')
    expect([...(said?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      'State: Oregon → Washington',
      'Country: nothing → United States',
      'Location: Quay → nothing',
    ])
  })

  test('is called by a press on its telephone', async () => {
    await open(`/organisations/${id}`)
    const link = await screen.findByRole('link', { name: '+44 20 7946 0110' })
    expect(link.getAttribute('href')).toBe('tel:+442079460110')
  })

  test('shows its address in the order of its country', async () => {
    const address = { streetAddress: '5 Quai', streetAddress2: null, city: 'Brest', state: null, county: null }
    await open(`/organisations/${id}`, { organisation: { address: { ...address, country: 'FR', postcode: '29200' } } })
    expect((await screen.findByText(/5 Quai/)).textContent).toBe('5 Quai\n29200 Brest\nFrance')
  })
})

describe('the form of an organisation', () => {
  const countries = ['US', 'GB', 'IE', 'FR', 'DE'] as const

  async function openForm(setting: Setting = {}) {
    const opened = await open('/organisations/new', { preferences: { countries: [...countries] }, ...setting })
    await userEvent.type(await screen.findByLabelText('Name'), 'Quay Clinics')
    return opened
  }

  test('asks for the parts of each country’s addresses, by their local names', async () => {
    await openForm()
    const asked = async (country: string) => {
      await userEvent.selectOptions(box('Country'), country)
      const labels = within(screen.getByRole('form')).queryAllByText(
        /^(ZIP code|Postcode|Eircode|Postleitzahl|State|County)/,
        { selector: 'label > span' },
      )
      return labels.map(({ parentElement }) => parentElement?.textContent)
    }
    const found: Record<string, unknown> = {}
    for (const country of countries) found[country] = await asked(country)
    expect(found).toEqual({
      US: ['State', 'County (optional)', 'ZIP code'],
      GB: ['County (optional)', 'Postcode'],
      IE: ['County (optional)', 'Eircode'],
      FR: ['Postcode'],
      DE: ['Postleitzahl'],
    })
  })

  test('offers the counties of the chosen state, and clears the county when the state changes', async () => {
    const { fetched } = await openForm()
    expect(county().placeholder).toBe('Choose the state first')
    expect(called(fetched, 'GET', '/us-counties')).toHaveLength(0)
    await userEvent.selectOptions(box('State'), 'OR')
    await waitFor(() => expect(called(fetched, 'GET', '/us-counties?state=OR')).toHaveLength(1))
    await userEvent.type(county(), 'mult')
    await userEvent.click(await screen.findByRole('option', { name: 'Multnomah', hidden }))
    expect(county().value).toBe('Multnomah')
    await userEvent.selectOptions(box('State'), 'WA')
    expect(county().value).toBe('')
  })

  test('shows errors at their fields, keeps the typed data, and sends valid data', async () => {
    const made = { ...homes, name: 'Quay Clinics' }
    const taken = refusal(409, 'duplicate', { errors: { name: ['There is already one with this name'] } })
    const { router, fetched } = await openForm({
      preferences: { countries: [...countries], postcodeRegex: '^9[0-9]{4}$' },
      replies: { 'POST /organisations': [taken, reply(201, { data: made })] },
    })
    await userEvent.type(box(/^NPI/), '12345')
    await userEvent.type(box('ZIP code'), '9722')
    await userEvent.selectOptions(box('State'), 'OR')
    await press('Create organisation')
    await screen.findByText('10 digits required')
    expect(screen.getByText('An address is required with a ZIP or postcode')).toBeTruthy()
    expect(screen.getByText('Enter a valid ZIP code. Example: 97227 or 97227-1834')).toBeTruthy()

    await userEvent.type(box(/^NPI/), '67890')
    await userEvent.type(box('Street address'), '501 N Dixon St')
    await userEvent.clear(box('ZIP code'))
    await press('Create organisation')
    await screen.findByText('A valid ZIP or postcode is required with an address')
    await userEvent.type(box('ZIP code'), '10001')
    await press('Create organisation')
    // A valid ZIP code that the tenant's pattern excludes.
    await screen.findByText('Enter a valid ZIP or postcode')
    expect(called(fetched, 'POST', '/organisations')).toHaveLength(0)

    await userEvent.clear(box('ZIP code'))
    await userEvent.type(box('ZIP code'), '97227')
    await press('Create organisation')
    await screen.findByText('There is already one with this name')
    expect([box('Name').getAttribute('aria-invalid'), box(/^NPI/).value]).toEqual(['true', '1234567890'])
    await press('Create organisation')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/organisations/${id}`))
    expect(currentMessages().at(-1)?.text).toBe('Organisation created')
    expect(sentBody(fetched, '/organisations')).toMatchObject({
      name: 'Quay Clinics',
      description: null,
      npi: '1234567890',
      address: { streetAddress: '501 N Dixon St', state: 'OR', county: null, country: 'US', postcode: '97227' },
    })
  })

  test('accepts a landline, explains what is wrong with a telephone, and keeps the typed data', async () => {
    const { fetched } = await openForm({ replies: { 'POST /organisations': reply(201, { data: homes }) } })
    await userEvent.type(box('Number'), '0909 879 0123')
    await press('Create organisation')
    await screen.findByText('Please select a country code')
    await userEvent.selectOptions(box('Country code'), 'GB')
    await press('Create organisation')
    await screen.findByText('Please enter a valid phone number')
    expect([box('Number').value, box('Country code').value, box('Name').value]).toEqual([
      '0909 879 0123',
      'GB',
      'Quay Clinics',
    ])
    expect(document.activeElement).toBe(box('Number'))
    expect(called(fetched, 'POST', '/organisations')).toHaveLength(0)
    await userEvent.clear(box('Number'))
    await userEvent.type(box('Number'), '020 7946 0110')
    await press('Create organisation')
    await waitFor(() => expect(currentMessages().at(-1)?.text).toBe('Organisation created'))
    expect(sentBody(fetched, '/organisations')).toMatchObject({ phone: { country: 'GB', number: '020 7946 0110' } })
  })

  test('keeps what was typed in an open form when a new day begins', async () => {
    vi.setSystemTime('2026-03-05T23:59:00Z')
    const { router, fetched } = await open(`/organisations/${id}/edit`)
    await screen.findByRole('form', { name: 'Edit organisation', hidden })
    await userEvent.type(screen.getByRole('textbox', { name: 'Name', hidden }), ' by the sea')
    vi.setSystemTime('2026-03-06T00:01:00Z')
    fetched.mockImplementation(() => new Promise(() => undefined))
    await act(() => router.navigate({ to: '.', search: { search: 'harbour' } }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name', hidden }).value).toBe(
      'Harbour Care Homes by the sea',
    )
  })

  test('formats a stored telephone by its country, even one that the tenant no longer offers', async () => {
    const stored = { phone: '+33 1 23 45 67 89' }
    const sent = `PUT /organisations/${id}`
    const replies = { [sent]: reply(200, { data: { ...homes, ...stored, name: 'Quay Homes', version: 5 } }) }
    const { fetched } = await open(`/organisations/${id}/edit`, {
      organisation: stored,
      preferences: { countries: ['GB', 'IE'] },
      replies,
    })
    await screen.findByRole('form', { name: 'Edit organisation' })
    expect([box('Country code').value, box('Number').value]).toEqual(['FR', '01 23 45 67 89'])
    await userEvent.clear(box('Number'))
    await press('Save')
    await waitFor(() => expect(currentMessages().at(-1)?.text).toBe('Organisation updated'))
    const [, init] = called(fetched, 'PUT', `/organisations/${id}`).at(-1) ?? []
    expect(JSON.parse(init?.body as string)).toMatchObject({ phone: null })
  })

  test('collapses fields of the US elsewhere, and expands them on an error', async () => {
    const { fetched } = await openForm({ preferences: { countries: ['GB'] } })
    const fold = () => screen.getByText('For the US').closest('details')
    expect(fold()?.open).toBe(false)
    await userEvent.type(box('Name'), 'Quay Clinics')
    await userEvent.type(box(/^NPI/), '12345')
    await press('Create organisation')
    await screen.findByText('10 digits required')
    expect(fold()?.open).toBe(true)
    expect(document.activeElement).toBe(box(/^NPI/))
    expect(called(fetched, 'POST', '/organisations')).toHaveLength(0)
  })

  test('sends no address if only its country is known', async () => {
    const { fetched } = await openForm({ replies: { 'POST /organisations': reply(201, { data: homes }) } })
    await press('Create organisation')
    await waitFor(() => expect(called(fetched, 'POST', '/organisations')).toHaveLength(1))
    expect(sentBody(fetched, '/organisations')).toMatchObject({ address: null })
    await waitFor(() => expect(currentMessages().at(-1)?.text).toBe('Organisation created'))
  })
})

describe('one’s own organisation', () => {
  test('is shown without forbidden actions, and its people are redirected to it from its address', async () => {
    const user = aUser('clinical', { organisation: { id, name: homes.name } })
    const { router, fetched } = await open(`/organisations/${id}`, { user, organisation: { openSessions: null } })
    await waitFor(() => expect(router.state.location.pathname).toBe('/own-organisation'))
    await screen.findByText('Southampton')
    await screen.findByText('No tests have been recorded here yet.')
    for (const path of ['/history', '/users?']) expect(called(fetched, 'GET', path)).toHaveLength(0)
    expect(screen.queryByRole('button', { name: 'Suspend organisation' })).toBeNull()
  })

  test('is replaced by advice for people without one', async () => {
    await open('/own-organisation', { user: aUser('clinical', { organisation: null }) })
    expect(await screen.findByText('You belong to no organisation yet')).toBeTruthy()
    expect(screen.getByText('Ask your administrator to add you to one.')).toBeTruthy()
  })
})

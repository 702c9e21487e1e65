import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { defaultPermissions } from '../../contract/permissions/permissions.ts'
import type { TenantDetails, TenantUse } from '../../contract/tenants/tenant.ts'
import { themeFrom } from '../../contract/tenants/theme-from.ts'
import { openPage } from '../testing/open-page.tsx'
import { alsoSay } from '../ui/phrases.ts'
import { currentMessages } from '../ui/snackbar-store.ts'
import { aUser, called, refusal, reply, sentBody, somePreferences } from '../testing/replies.ts'

const id = '01998878-2800-7000-8000-000000000002'

const stored: TenantDetails = {
  id,
  name: 'Harbour Health',
  description: null,
  productName: 'Harbour',
  slug: 'harbour',
  host: 'harbour.example.org',
  domains: ['results.harbour.test'],
  status: 'active',
  statusDetails: null,
  idPrefix: 'HARB',
  sessionIdleMinutes: 15,
  passwordExpiryDays: 0,
  defaultLanguage: 'en_GB',
  availableLanguages: ['en_GB', 'es_MX'],
  countries: ['GB'],
  dateFormat: { web: null, mobile: null },
  postcodeRegex: null,
  phoneRegex: null,
  subjects: { kind: 'non-human', names: { en_GB: { customId1: 'Tag', customId2: 'Herd' } } },
  features: ['PREVENT_SELF_REGISTRATION'],
  sendsResultsAtOnce: false,
  identifiesBy: 'email',
  subjectDetails: [],
  ownNetworks: ['203.0.113.0/24'],
  mailsPerDay: 10_000,
  mailsPerSender: 3000,
  mailsPerRecipient: 30,
  textsPerDay: 5000,
  textsPerSender: 3000,
  textsPerRecipient: 15,
  appLinks: {},
  theme: somePreferences().theme,
  logos: somePreferences().logos,
  version: 3,
}

const use: Omit<TenantUse, 'speakers'> & { speakers: Partial<TenantUse['speakers']> } = {
  speakers: { en: 30, es: 4 },
  hasSubjects: true,
  concerned: {
    PREVENT_WEB_TEST_CREATION: 12,
    PREVENT_CLINICIAN_TESTING: 8,
    PREVENT_PATIENT_INVITES: 5,
    PREVENT_SELF_REGISTRATION: 0,
    PREVENT_SELF_REGISTRATION_WEB_LOGIN: 1,
  },
}

const parts = [
  import('./tab-pages.ts'),
  alsoSay('tenants', 'editing', 'branding'),
  import('./own-tenant-page.tsx'),
  import('./general-tab.tsx'),
  import('./languages-tab.tsx'),
  import('./subjects-tab.tsx'),
  import('./app-links-tab.tsx'),
  import('./limits-tab.tsx'),
  import('./branding-tab.tsx'),
]

async function openTab(tab: string, { user = aUser('tenant'), more = {} }: { user?: typeof own; more?: object } = {}) {
  const opened = await openPage(`/own-tenant/${tab}`, {
    user: { ...user, tenant: { id, name: 'Harbour Health' } },
    parts,
    replies: {
      [`GET /tenants/${id}`]: reply(200, { data: stored }),
      [`GET /tenants/${id}/use`]: reply(200, { data: use }),
      'GET /get-site-preferences': reply(200, { data: somePreferences({ version: 4, productName: 'Haven' }) }),
      ...more,
    },
  })
  return { ...opened, press: userEvent.setup() }
}
const own = aUser('tenant')
const updated = () => waitFor(() => expect(currentMessages().map(({ text }) => text)).toEqual(['Tenant updated']))
const save = () => screen.findByRole('button', { name: 'Save changes' })

test('fields of the operator are shown disabled, with who can change them', async () => {
  await openTab('general')
  expect(await screen.findByLabelText('Web address')).toHaveProperty('disabled', true)
  expect(screen.getByLabelText('Domains of its own')).toHaveProperty('value', 'results.harbour.test')
  expect(screen.getByText(/The operator of the system changes these/)).toBeDefined()
})

test('a tab sends its own fields, and every page shows the stored result', async () => {
  const { fetched, press } = await openTab('general', {
    more: { [`PUT /tenants/${id}`]: reply(200, { data: { ...stored, productName: 'Haven', version: 4 } }) },
  })
  const name = await screen.findByLabelText(/^Product name/)
  await press.clear(name)
  await press.type(name, 'Haven')
  await press.click(await save())
  await updated()
  expect(sentBody(fetched, `/tenants/${id}`)).toEqual({
    name: 'Harbour Health',
    description: null,
    productName: 'Haven',
    idPrefix: 'HARB',
    sessionIdleMinutes: 15,
    passwordExpiryDays: 0,
  })
  await waitFor(() => expect(document.title).toContain('Haven'))
})

test('a domain is looked up on request, and the result is shown', async () => {
  const { fetched, press } = await openTab('general', {
    more: {
      [`POST /tenants/${id}/check-domain`]: reply(200, { data: { leads: 'elsewhere', addresses: ['192.0.2.7'] } }),
    },
  })
  await press.click(await screen.findByRole('button', { name: 'Check results.harbour.test' }))
  expect(await screen.findByText('Leads to another place (192.0.2.7). Change its entry.')).toBeDefined()
  expect(called(fetched, 'POST', '/check-domain')).toHaveLength(1)
})

test('an invalid number is refused at its field, which takes the focus', async () => {
  const { fetched, press } = await openTab('general')
  const minutes = await screen.findByLabelText('Minutes without activity before logging out')
  await press.clear(minutes)
  await press.type(minutes, '1e3')
  await press.click(await save())
  expect(await screen.findByText('Enter a whole number from 1 to 720')).toBeDefined()
  expect(document.activeElement).toBe(minutes)
  expect(called(fetched, 'PUT', '/tenants/')).toEqual([])
})

test('others’ changes to other fields come into the form, and nothing typed is lost', async () => {
  const theirs = { ...stored, idPrefix: 'HAVN', version: 5 }
  const { fetched, press } = await openTab('general', {
    more: {
      [`GET /tenants/${id}`]: [reply(200, { data: stored }), reply(200, { data: theirs })],
      [`PUT /tenants/${id}`]: [
        refusal(412, 'stale-version'),
        reply(200, { data: { ...theirs, description: 'Two wards', version: 6 } }),
      ],
    },
  })
  await press.type(await screen.findByLabelText(/^Description/), 'Two wards')
  await press.click(await save())
  expect(await screen.findByText('Changed, and already in the form: Test IDs begin with.')).toBeDefined()
  await press.click(await save())
  await updated()
  expect(sentBody(fetched, `/tenants/${id}`)).toMatchObject({ description: 'Two wards', idPrefix: 'HAVN' })
})

test('before a language is removed, the form shows how many people would see another one', async () => {
  const { press } = await openTab('languages')
  const spanish = await screen.findByRole('checkbox', { name: 'Español (México)' })
  expect(screen.queryByText(/will see/)).toBeNull()
  await press.click(spanish)
  expect(await screen.findByText('4 people use Español (México) now and will see English (UK).')).toBeDefined()
  await press.click(screen.getByRole('checkbox', { name: 'English (US)' }))
  await press.click(screen.getByRole('checkbox', { name: 'English (UK)' }))
  await press.click(await save())
  expect(await screen.findByText('The default language must be one of the available languages')).toBeDefined()
})

test('a pattern shows at once whether an example matches, even one that other engines take years for', async () => {
  const { press } = await openTab('languages')
  await press.type(await screen.findByLabelText(/^Pattern of postcodes/), '^(a+)+$')
  const example = screen.getByLabelText('Try a postcode')
  await press.click(example)
  await press.paste(`${'a'.repeat(60)}!`)
  expect(await screen.findByText('Does not match the pattern')).toBeDefined()
  await press.clear(example)
  await press.paste('a'.repeat(60))
  expect(await screen.findByText('Matches the pattern')).toBeDefined()
})

test('a country whose postcodes the pattern refuses is warned of before it is saved', async () => {
  const { press } = await openTab('languages')
  const pattern = await screen.findByLabelText(/^Pattern of postcodes/)
  await press.click(pattern)
  await press.paste('^[A-Z]{1,2}[0-9]')
  const title = 'The pattern for postcodes seems to refuse the addresses of a country'
  expect(screen.queryByText(title)).toBeNull()
  await press.click(screen.getByRole('checkbox', { name: 'France' }))
  // Once beside the countries, and once beside the pattern.
  expect(screen.getAllByText(title)).toHaveLength(2)
  expect(screen.getAllByText('France: 75001, 13001, 97400 do not match it.')).toHaveLength(2)
  await press.clear(pattern)
  expect(screen.queryByText(title)).toBeNull()
})

test('a tenant’s own date formats are shown with today, and an invalid format is refused', async () => {
  const { press } = await openTab('languages')
  const [web] = await screen.findAllByRole('radio', { name: 'The same in every language' })
  if (web === undefined) throw new Error('There are no dates')
  await press.click(web)
  await press.selectOptions(screen.getByLabelText('Short'), 'other')
  const pattern = screen.getByLabelText('Short: format')
  await press.clear(pattern)
  await press.type(pattern, 'YYYY/MM/DD')
  const today = new Intl.DateTimeFormat('en-CA').format(new Date()).replaceAll('-', '/')
  expect(screen.getByText(new RegExp(`Today: ${today}$`))).toBeDefined()
  await press.type(pattern, ' red;}}body{{')
  expect(screen.getByText(/not a format yet/)).toBeDefined()
  await press.click(await save())
  expect(await screen.findByText('Use day, month and year once each, such as DD/MM/YYYY')).toBeDefined()
})

test('subjects keep their kind once there are some, IDs are named in each language, and features name whom they concern', async () => {
  const { fetched, press } = await openTab('subjects', {
    more: { [`PUT /tenants/${id}`]: reply(200, { data: { ...stored, version: 4 } }) },
  })
  expect(await screen.findByRole('radio', { name: 'People' })).toHaveProperty('disabled', true)
  expect(screen.getByText(/There are subjects already/)).toBeDefined()
  expect(await screen.findByText(/It concerns 8 clinicians/)).toBeDefined()
  expect(screen.getByRole('checkbox', { name: 'People can create an account on their own' })).toHaveProperty(
    'checked',
    false,
  )
  await press.type(screen.getByLabelText(/^First ID, Español/), 'Arete')
  await press.click(screen.getByRole('checkbox', { name: 'Clinicians can record tests' }))
  await press.click(await save())
  expect(await screen.findByText('Custom ID 2 is required')).toBeDefined()
  await press.type(screen.getByLabelText(/^Second ID, Español/), 'Rebaño')
  await press.click(await save())
  await updated()
  expect(sentBody(fetched, `/tenants/${id}`)).toEqual({
    subjects: {
      kind: 'non-human',
      names: { en_GB: { customId1: 'Tag', customId2: 'Herd' }, es_MX: { customId1: 'Arete', customId2: 'Rebaño' } },
    },
    features: ['PREVENT_CLINICIAN_TESTING', 'PREVENT_SELF_REGISTRATION'],
    sendsResultsAtOnce: false,
    identifiesBy: 'email',
    subjectDetails: [],
  })
})

test('the badges are drawn for valid links only', async () => {
  const { press } = await openTab('app-links')
  const [ios] = await screen.findAllByLabelText(/^App Store/)
  if (ios === undefined) throw new Error('There is no field')
  await press.type(ios, 'javascript:alert(1)')
  expect(screen.getByText('No badge: there is no link yet.')).toBeDefined()
  await press.clear(ios)
  await press.type(ios, 'https://apps.example.org/harbour')
  const badges = screen.getByRole('region', { name: 'Mobile app' })
  expect(within(badges).getByRole('link')).toHaveProperty('href', 'https://apps.example.org/harbour')
})

test('people who may only read the tenant see it without a form', async () => {
  const permissions = defaultPermissions.tenant.filter((one) => one !== 'edit-own-tenant')
  await openTab('languages', { user: aUser('tenant', { permissions }) })
  expect(await screen.findByText('15 minutes without activity')).toBeDefined()
  expect(screen.getByText(/You can read these settings/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('its own networks are listed one to a line, and an invalid one is reported at the field', async () => {
  const { fetched, press } = await openTab('limits', {
    more: { [`PUT /tenants/${id}`]: reply(200, { data: { ...stored, version: 4 } }) },
  })
  const networks = await screen.findByRole('textbox', { name: /^Networks/ })
  expect(networks).toHaveProperty('value', '203.0.113.0/24')
  await press.clear(networks)
  await press.type(networks, '0.0.0.0/0\n10.1.0.0/16\nour hall\n224.0.0.1')
  await press.click(await save())
  const words = await screen.findByText(/^0\.0\.0\.0.0: /)
  expect(words.textContent.split('\n')).toEqual([
    '0.0.0.0/0: This network is too large. The largest allowed are /16 for IPv4 and /32 for IPv6.',
    'our: This is not a network. Write one like 203.0.113.0/24 or 2001:db8::/48.',
    'hall: This is not a network. Write one like 203.0.113.0/24 or 2001:db8::/48.',
    '224.0.0.1: These addresses are reserved, so nobody connects from them. Remove them from the list.',
  ])
  expect(called(fetched, 'PUT', '/tenants/')).toEqual([])
  await press.clear(networks)
  await press.type(networks, '198.51.100.7 \n2001:DB8::1/48')
  await press.click(await save())
  await updated()
  // The operator sets the number of messages.
  expect(sentBody(fetched, `/tenants/${id}`)).toEqual({ ownNetworks: ['198.51.100.7/32', '2001:db8::/48'] })
  expect(screen.getByText('Emails in total').nextElementSibling?.textContent).toBe('10,000')
  expect(screen.queryByLabelText('Emails in total')).toBeNull()
})

test('the operator sets how many messages a tenant may send in a day', async () => {
  const { fetched, press } = await openTab('limits', {
    user: aUser('unlimited'),
    more: { [`PUT /tenants/${id}`]: reply(200, { data: { ...stored, version: 4 } }) },
  })
  const mails = await screen.findByLabelText('Emails in total')
  await press.clear(mails)
  await press.type(mails, '20000')
  await press.click(await save())
  await updated()
  expect(sentBody(fetched, `/tenants/${id}`)).toMatchObject({ mailsPerDay: 20_000, textsPerRecipient: 15 })
})

test('each invalid domain is reported separately, until the field is changed', async () => {
  const { press } = await openTab('general', { user: aUser('unlimited') })
  const domains = await screen.findByRole('textbox', { name: /^Domains/ })
  await press.clear(domains)
  await press.type(domains, 'one.example.org\nno domain')
  await press.click(await save())
  expect((await screen.findByText(/^no: /)).textContent).toBe(
    'no: Enter a domain, such as results.example.org\ndomain: Enter a domain, such as results.example.org',
  )
  await press.type(domains, 's')
  expect(screen.queryByText(/^no: /)).toBeNull()
})

test('the main colour changes the other six, except for those that were set separately', async () => {
  const { fetched, press } = await openTab('branding', {
    more: { [`PUT /tenants/${id}`]: reply(200, { data: { ...stored, version: 4 } }) },
  })
  const colour = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name, hidden: true })
  await screen.findByRole('textbox', { name: 'Main colour' })
  fireEvent.change(colour('Grey'), { target: { value: '#444444' } })
  fireEvent.change(colour('Main colour'), { target: { value: '#4338ca' } })
  await press.click(screen.getByRole('button', { name: 'Save colours' }))
  await updated()
  const web = { ...themeFrom('#4338CA'), grey: '#444444' }
  expect(sentBody(fetched, `/tenants/${id}`)).toEqual({ theme: { web } })
})

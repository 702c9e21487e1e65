import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { SubjectMatch } from '../../../contract/subjects/matching.ts'
import { openAt } from '../../testing/open.tsx'
import { loadPreferences } from '../../preferences/preferences.ts'
import { answer, aUser, reply, somePreferences } from '../../testing/replies.ts'
import { setLocale } from '../../ui/phrases.ts'
import { assay, draftWith, group, organisation, subject } from './fixtures.ts'
import { saveDraft } from './draft-storage.ts'

const user = aUser('clinical', { assay_id: assay.id })

/** Two people of the same name, and one of another. */
const [elder, younger, other] = [
  matchOf(1, { dateOfBirth: '1950-02-03', isSameName: true, lastTest: null }),
  matchOf(2, { dateOfBirth: '2011-11-30', isSameName: true }),
  matchOf(3, { firstName: 'Rosalind' }),
]

function matchOf(number: number, change: Partial<SubjectMatch>): SubjectMatch {
  return {
    ...subject,
    id: `01890000-0000-7000-8000-00000000000${number}`,
    email: `rosa.${number}@people.test`,
    firstName: 'Rosa',
    lastName: 'Fenwick',
    isKnownHere: true,
    groups: [{ ...group, organisation }],
    isSameName: false,
    formerly: null,
    lastTest: { performedAt: '2026-01-12T09:00:00.000Z', performedZone: 'Europe/London', result: 'positive' },
    ...change,
  }
}

/** A group where nothing is recorded. */
const ward9 = { id: '01890000-0000-7000-8000-0000000000d9', name: 'Ward 9', organisation }

function found(...data: SubjectMatch[]): Response {
  return reply(200, { data, hasMore: false })
}

function detailsOf({
  isKnownHere: _,
  groups: _groups,
  isSameName: _same,
  formerly: _formerly,
  lastTest: _last,
  ...identity
}: SubjectMatch) {
  return {
    ...identity,
    groups: [{ ...group, organisation }],
    lastTestedAt: null,
    account: null,
    addedAt: '',
    version: 1,
  }
}

/** Opens the step with text that was typed before. `match` answers each search at a time of its choosing. */
async function open(
  match: (search: string, signal: AbortSignal) => Response | Promise<Response>,
  {
    typed = {},
    ...others
  }: { typed?: Partial<ReturnType<typeof draftWith>['typedSubject']> } & Record<string, unknown> = {},
) {
  const page = (data: unknown[]) =>
    reply(200, { data, page: { size: 5, next: null, previous: null, total: 1, totalIsCapped: false } })
  const fetched = answer({
    'GET /sanctum/csrf-cookie': reply(204),
    'GET /get-site-preferences': reply(200, { data: somePreferences() }),
    'GET /users/my-details': reply(200, { data: { ...user, ...others } }),
    'GET /organisations': page([organisation]),
    'GET /groups': page([{ ...group, organisationId: organisation.id }]),
    'GET /assays': page([assay]),
    'GET /test-records': page([]),
    'PUT /test-records/draft': reply(204),
    'POST /subjects/lookup': reply(404, { code: 'email-not-found', message: 'Email not found.' }),
    ...Object.fromEntries(
      [elder, younger, other].map((one) => [`GET /subjects/${one.id}`, reply(200, { data: detailsOf(one) })]),
    ),
  })
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (!address.endsWith('/subjects/matches')) return await fetched(address, init)
    const { search } = JSON.parse(typeof init.body === 'string' ? init.body : '') as { search: string }
    asked.push(search)
    if (init.signal === undefined || init.signal === null) throw new Error('A search can always be given up')
    return await match(search, init.signal)
  })
  const draft = draftWith({ organisation, group })
  saveDraft(user.id, { ...draft, typedSubject: { ...draft.typedSubject, ...typed } })
  await loadPreferences()
  await setLocale('en_GB')
  const router = openAt('/create-test')
  return { fetched, asked, router }
}

/** Enters the text in one go, because letters typed one by one on a slow machine would each start a search. */
async function enter(input: HTMLElement, text: string): Promise<void> {
  await userEvent.click(input)
  await userEvent.paste(text)
}

const field = () => screen.findByRole('combobox', { name: 'Email, name or local ID' })
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)

afterEach(() => vi.useRealTimers())

test('the second of two people of the same name is chosen by keys, and shown in large type before going on', async () => {
  const { fetched } = await open(() => found(elder, younger, other))
  const input = await field()
  await enter(input, 'rosa')
  expect(await screen.findByText('3 matches')).toBeTruthy()
  expect(options()).toEqual([
    expect.stringMatching(/Rosa Fenwick Same name.*Born 03\/02\/1950.*Not tested yet/),
    expect.stringMatching(/Rosa Fenwick Same name.*Born 30\/11\/2011.*Last test 12\/01\/2026.*Positive/),
    expect.not.stringContaining('Same name'),
  ])
  expect(input.getAttribute('aria-activedescendant')).toBeNull()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  const second = screen.getAllByRole('option')[1]
  expect([input.getAttribute('aria-activedescendant'), second?.getAttribute('aria-selected')]).toEqual([
    second?.id,
    'true',
  ])
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { name: 'Check that this is the right subject' })).toBeTruthy()
  expect(screen.getByText('30/11/2011')).toBeTruthy()
  expect(await screen.findByText('Not tested yet')).toBeTruthy()
  expect(fetched.mock.calls.filter(([address]) => address.includes('/subjects/lookup'))).toEqual([])
})

test('arrows return to the text, where Enter looks up the email and Escape hides the matches', async () => {
  const { fetched } = await open(() => found(elder, younger))
  const input = await field()
  await userEvent.type(input, 'rosa@new.test')
  await screen.findByText('2 matches')
  await userEvent.keyboard('{ArrowUp}{ArrowDown}')
  expect(input.getAttribute('aria-activedescendant')).toBeNull()
  await userEvent.keyboard('{Escape}')
  expect([options(), input.getAttribute('aria-expanded')]).toEqual([[], 'false'])
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('button', { name: 'Create a new test subject' })).toBeTruthy()
  expect(fetched.mock.calls.some(([address]) => address.endsWith('/subjects/lookup'))).toBe(true)
})

test('a name leads to its matches, however late, and is never called an invalid email', async () => {
  const late = Promise.withResolvers<Response>()
  await open((search) => (search === 'rosa' ? late.promise : found()))
  const input = await field()
  await userEvent.type(input, 'rosa{Enter}')
  expect(screen.queryByText('Please enter a valid email address')).toBeNull()
  late.resolve(found(elder))
  const choose = await screen.findByText('Choose the right subject below, or enter the whole email.')
  expect([choose.role, input.getAttribute('aria-invalid')]).toEqual(['status', null])
  expect(screen.queryByText('Please enter a valid email address')).toBeNull()
  await userEvent.type(input, ' nobody{Enter}')
  expect(await screen.findByText('Enter the whole email to find a subject, or to add a new one.')).toBeTruthy()
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText('Please enter a valid email address')).toBeNull()
  await userEvent.type(input, '@people{Enter}')
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
})

const isChosen = () => screen.findByRole('heading', { name: 'Check that this is the right subject' })
const numbered = (match: SubjectMatch, localId: string): SubjectMatch => ({ ...match, localId })

test('a local ID and Enter lead to the one who has it, however late the answer, and show their date of birth', async () => {
  const late = Promise.withResolvers<Response>()
  const { fetched } = await open(() => late.promise)
  await userEvent.type(await field(), 'r-012{Enter}')
  late.resolve(found(numbered(elder, 'R-0123'), numbered(younger, 'R-012')))
  await isChosen()
  expect(screen.getByText('30/11/2011')).toBeTruthy()
  expect(fetched.mock.calls.some(([address]) => address.endsWith(`/subjects/${younger.id}`))).toBe(true)
  expect(fetched.mock.calls.some(([address]) => address.endsWith('/test-records'))).toBe(false)
})

test.each([
  ['two people have it', found(numbered(elder, 'R-012'), numbered(younger, 'R-012'))],
  ['one has it with other dashes', found(numbered(elder, 'R-012'), numbered(younger, 'R0-12'))],
  ['somebody is called that', found(numbered(elder, 'R-012'), { ...other, lastName: 'R-012' })],
  ['only its beginning was typed', found(numbered(elder, 'R-0123'))],
  ['it has other dashes', found(numbered(elder, 'R01-2'))],
  ['there are more', reply(200, { data: [numbered(elder, 'R-012')], hasMore: true })],
])('a local ID and Enter choose nobody if %s', async (_, answered) => {
  const { fetched } = await open(() => answered.clone())
  await userEvent.type(await field(), 'R-012{Enter}')
  expect(await screen.findByText('Choose the right subject below, or enter the whole email.')).toBeTruthy()
  expect(fetched.mock.calls.some(([address]) => /\/subjects\/0/.test(address))).toBe(false)
})

test('a local ID without Enter chooses nobody', async () => {
  const { fetched } = await open(() => found(numbered(elder, 'R-012')))
  await userEvent.type(await field(), 'R-012')
  expect(await screen.findByText('1 match')).toBeTruthy()
  expect(options()).toHaveLength(1)
  expect(fetched.mock.calls.some(([address]) => /\/subjects\/0/.test(address))).toBe(false)
})

test('an answer to earlier text is dropped, and none of its matches can be chosen', async () => {
  const late = Promise.withResolvers<Response>()
  const signals: AbortSignal[] = []
  const { fetched, asked } = await open((search, signal) => {
    signals.push(signal)
    return search === 'rosa' ? found(elder) : late.promise.then((response) => response.clone())
  })
  const input = await field()
  await enter(input, 'rosa')
  await screen.findByText('1 match')
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.type(input, 'l')
  // The visible matches answer the shorter text, so neither keys nor a finger may choose one.
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.click(screen.getByRole('option'))
  expect(input.getAttribute('aria-activedescendant')).toBeNull()
  await waitFor(() => expect(asked).toEqual(['rosa', 'rosal']))
  await userEvent.type(input, 'i')
  await waitFor(() => expect(asked.at(-1)).toBe('rosali'))
  expect(signals[1]?.aborted).toBe(true)
  late.resolve(found(other))
  expect(await screen.findByText('1 match')).toBeTruthy()
  expect(options()).toEqual([expect.stringContaining('Rosalind')])
  expect(fetched.mock.calls.filter(([address]) => address.includes(elder.id))).toEqual([])
})

test('a failed search is reported and leaves the text to be looked up', async () => {
  await open(() => Promise.reject(new TypeError('Failed to fetch')))
  const input = await field()
  await userEvent.type(input, 'rosa@new.test')
  expect(await screen.findByText(/^Matches cannot be shown/)).toBeTruthy()
  expect((input as HTMLInputElement).value).toBe('rosa@new.test')
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('button', { name: 'Create a new test subject' })).toBeTruthy()
})

test('people who may not view subjects can only type an email', async () => {
  const { asked } = await open(() => found(elder), { permissions: ['login-dashboard', 'create-tests'] })
  const input = await screen.findByRole('textbox', { name: 'Email' })
  await userEvent.type(input, 'rosa@new.test{Enter}')
  expect(await screen.findByRole('button', { name: 'Create a new test subject' })).toBeTruthy()
  expect([asked, screen.queryByRole('combobox')]).toEqual([[], null])
})

test('a new subject with a known name is shown who has it, and a different date of birth is confirmed', async () => {
  await open(() => found(elder), { typed: { email: 'rosa@new.test', dateOfBirth: '03/02/1951' } })
  await userEvent.type(await field(), '{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Create a new test subject' }))
  await userEvent.type(screen.getByLabelText(/^First name/), 'Rosa')
  await userEvent.type(screen.getByLabelText(/^Last name/), 'Fenwick')
  expect(await screen.findByText('Is it one of these?')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /Rosa Fenwick/ }))
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText(/You entered 03\/02\/1951.*born on 03\/02\/1950/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  expect(screen.getByRole('button', { name: 'This is the right subject' })).toBeTruthy()
})

/** Adds a subject whose field the server refuses because `elder` has the value. */
async function addRefused(errors: object) {
  const typed = { email: 'rosa.1@people.test', dateOfBirth: '03/02/2019', firstName: 'Ben', localId: 'B7' }
  await open(() => found(), { typed })
  const fetched = vi.mocked(globalThis.fetch)
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    if (address.endsWith('/subjects/lookup') && sent.length > 0) {
      return reply(200, { data: { ...subject, ...identityOfElder, groupId: group.id, groupName: group.name } })
    }
    if (!address.endsWith('/subjects') || init.method !== 'POST') return await fetched(address, init)
    sent.push(body)
    if (sent.length > 1) return reply(201, { data: { ...subject, firstName: 'Ben' } })
    return reply(409, { code: 'duplicate', message: 'This already exists.', errors, requestId: 'r' })
  })
  await userEvent.type(await field(), '{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Create a new test subject' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Add and continue' }))
  return sent
}
const identityOfElder = { id: elder.id, firstName: 'Rosa', lastName: 'Fenwick', dateOfBirth: '1950-02-03' }

test('a child with its mother’s email is told whose it is, and offered the choices', async () => {
  await addRefused({ email: ['Somebody else in the same group has this email'] })
  expect(await screen.findByText('This is the email of Rosa Fenwick')).toBeTruthy()
  for (const words of ['Born 03/02/1950', 'rosa.1+ben@people.test', 'Nothing is saved yet']) {
    expect(document.body.textContent).toContain(words)
  }
  await userEvent.click(screen.getByRole('button', { name: 'Test Rosa Fenwick' }))
  expect(await screen.findByRole('heading', { name: 'Check that this is the right subject' })).toBeTruthy()
})

test('a local ID of somebody else is kept on confirmation', async () => {
  const sent = await addRefused({ localId: ['Somebody else in the group has this local ID'] })
  expect(await screen.findByText('Rosa Fenwick has this local ID')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Keep this local ID' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([
    expect.not.objectContaining({ isLocalIdShared: true }),
    expect.objectContaining({ localId: 'B7', isLocalIdShared: true }),
  ])
})

test('a subject that another group knows is tested here as the same one', async () => {
  await open(() => found({ ...elder, isKnownHere: false, groups: [ward9] }))
  const fetched = vi.mocked(globalThis.fetch)
  const made: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address.endsWith(`/subjects/${elder.id}`)) {
      return reply(200, { data: { ...detailsOf(elder), groupId: ward9.id, groups: [ward9] } })
    }
    if (!address.includes('/subjects') || init.method === 'GET' || address.endsWith('/matches')) {
      return await fetched(address, init)
    }
    made.push(`${init.method} ${address.replace(/^.*\/subjects/, '/subjects')}`)
    return reply(204)
  })
  await enter(await field(), 'rosa')
  await userEvent.click(await screen.findByRole('option'))
  await userEvent.click(await screen.findByRole('button', { name: 'Test here' }))
  expect(await screen.findByRole('heading', { name: 'Check that this is the right subject' })).toBeTruthy()
  expect(made).toEqual([`PUT /subjects/${elder.id}/groups/${group.id}`])
})

/** Asks to test somebody of another group here, which is refused. */
async function testHereRefused(errors: Record<string, string[]>) {
  await open(() => found({ ...elder, isKnownHere: false, groups: [ward9] }))
  const fetched = vi.mocked(globalThis.fetch)
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address.endsWith(`/subjects/${elder.id}`)) {
      return reply(200, { data: { ...detailsOf(elder), groupId: ward9.id, groups: [ward9] } })
    }
    if (!address.endsWith(`/groups/${group.id}`)) return await fetched(address, init)
    return reply(409, { code: 'duplicate', message: 'This already exists.', errors, requestId: 'r' })
  })
  await enter(await field(), 'rosa')
  await userEvent.click(await screen.findByRole('option'))
  await userEvent.click(await screen.findByRole('button', { name: 'Test here' }))
}

test('a subject whom the group may have already is not tested here, but compared in the form', async () => {
  await testHereRefused({ email: ['Somebody else in the same group has this email'] })
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe(elder.email)
  expect(screen.getByRole('button', { name: 'Add and continue' })).toBeTruthy()
})

test('a subject whose NHS number somebody of the group has is not tested here, nor added anew', async () => {
  await testHereRefused({ 'details.nhsNumber': ['Somebody else in the group has this NHS number'] })
  expect(await screen.findByText('Somebody else in the group has this NHS number')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Test here' })).toBeTruthy()
})

test('a new subject with the email of somebody in another group is not added silently', async () => {
  const typed = { email: 'rosa.1@people.test', dateOfBirth: '03/02/2019', firstName: 'Ben' }
  await open(() => found(), { typed })
  const fetched = vi.mocked(globalThis.fetch)
  const sent: unknown[] = []
  let looked = 0
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const elsewhere = {
      ...subject,
      ...identityOfElder,
      groupId: elder.id,
      groupName: 'Ward 9',
      organisationName: 'North',
    }
    // Only from the second lookup on: the first one is the search, which found nobody.
    if (address.endsWith('/subjects/lookup') && looked++ > 0) return reply(200, { data: elsewhere })
    if (!address.endsWith('/subjects') || init.method !== 'POST') return await fetched(address, init)
    sent.push(typeof init.body === 'string' ? JSON.parse(init.body) : undefined)
    return reply(201, { data: { ...subject, firstName: 'Ben' } })
  })
  await userEvent.type(await field(), '{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Create a new test subject' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Add and continue' }))
  expect(await screen.findByText(/^Rosa Fenwick at Ward 9.* has this email$/)).toBeTruthy()
  expect(screen.getByText('Born 03/02/1950')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Test here' })).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Add a new subject' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toEqual([expect.objectContaining({ email: 'rosa.1@people.test', firstName: 'Ben' })])
})

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { loadPreferences } from '../../preferences/preferences.ts'
import { openAt } from '../../testing/open.tsx'
import { answer, aUser, pageOf, reply, somePreferences } from '../../testing/replies.ts'
import { called } from '../../testing/subjects.tsx'
import { setLocale } from '../../ui/phrases.ts'
import { saveDraft } from './draft-storage.ts'
import { assay, draftWith, group, organisation, subject } from './fixtures.ts'

const user = aUser('clinical', { assay_id: assay.id })
const byNames = { kind: 'human', customId1: 'Custom ID 1', customId2: 'Custom ID 2', identifiesBy: 'names' } as const
const byEmail = { ...byNames, identifiesBy: 'email' } as const
const ward = { id: '01890000-0000-7000-8000-0000000000d9', name: 'Ward 9', organisation }
const rosa = { ...subject, firstName: 'Rosa', lastName: 'Fenwick', dateOfBirth: '1950-02-03' }
/** Whom the group knows. */
const known = { ...rosa, id: '01890000-0000-7000-8000-0000000000a1', email: 'rosa@quay.test', localId: 'A-1' }
const match = { ...known, isKnownHere: true, groups: [{ ...group, organisation }], isSameName: true, lastTest: null }
const typedRosa = { firstName: 'Rosa', lastName: 'Fenwick', dateOfBirth: '03/02/1950', localId: 'B-2' }

const refused = (errors: Record<string, string[]>) =>
  reply(409, { code: 'duplicate', message: 'This already exists.', errors, requestId: 'r' })
const mayBeTwo = { lastName: ['May be another person'], localId: ['Differs'], 'details.sex': ['Differs'] }

/** Opens the form of a new subject with what was typed before. */
async function open(
  replies: Parameters<typeof answer>[0],
  draft: object = { isNewSubject: true },
  { subjects = byNames, typed = {} }: { subjects?: typeof byNames | typeof byEmail; typed?: object } = {},
) {
  const fetched = answer({
    'GET /sanctum/csrf-cookie': reply(204),
    'GET /get-site-preferences': reply(200, { data: somePreferences({ subjects }) }),
    'GET /users/my-details': reply(200, { data: user }),
    'GET /organisations': pageOf([organisation]),
    'GET /groups': pageOf([{ ...group, organisationId: organisation.id }]),
    'GET /assays': pageOf([assay]),
    'GET /test-records': pageOf([]),
    'PUT /test-records/draft': reply(204),
    'POST /subjects/matches': reply(200, { data: [], hasMore: false }),
    'POST /subjects/lookup': reply(200, { data: { ...known, groupName: group.name, organisationName: null } }),
    ...replies,
  })
  const empty = draftWith({ organisation, group, ...draft })
  saveDraft(user.id, { ...empty, typedSubject: { ...empty.typedSubject, ...typedRosa, ...typed } })
  await loadPreferences()
  await setLocale('en_GB')
  openAt('/create-test')
  return (method: string, path: string) =>
    called(fetched, method, path).map(([, init]) => JSON.parse(typeof init?.body === 'string' ? init.body : '{}'))
}
const add = async () => userEvent.click(await screen.findByRole('button', { name: 'Add and continue' }))
const rowOf = async (field: string) =>
  (await screen.findByRole('rowheader', { name: field })).closest('tr')?.textContent

test('who may be another person is shown side by side, and added only once that is said', async () => {
  const sent = await open({ 'POST /subjects': [refused(mayBeTwo), reply(201, { data: { ...rosa, localId: 'B-2' } })] })
  await add()
  expect(await screen.findByText('May be two people: Rosa Fenwick has the same name and date of birth')).toBeTruthy()
  expect(await rowOf('Local ID')).toBe('Local IDB-2A-1')
  expect(screen.getByText('What else differs: sex.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Test Rosa Fenwick' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'This is somebody else' }))
  await waitFor(() => expect(sent('POST', '/subjects')).toHaveLength(2))
  expect(sent('POST', '/subjects')).toEqual([
    expect.not.objectContaining({ isNamesake: true }),
    expect.objectContaining({ localId: 'B-2', isNamesake: true }),
  ])
})

test('who may be another person is asked about once, where the focus then is, and not in other words beside it', async () => {
  const alike = reply(200, { data: [match], hasMore: false })
  await open({ 'POST /subjects': refused(mayBeTwo), 'POST /subjects/matches': alike })
  await screen.findByText('Is it one of these?')
  await add()
  const title = 'May be two people: Rosa Fenwick has the same name and date of birth'
  const question = await screen.findByRole('group', { name: title })
  await waitFor(() => expect(document.activeElement).toBe(question))
  for (const words of ['Check these answers', 'May be another person', 'Differs', 'Is it one of these?']) {
    expect(screen.queryByText(words), words).toBeNull()
  }
})

test('once somebody was added, nothing that was typed of them but the search is left for the next one', async () => {
  const nobody = reply(404, { code: 'email-not-found', message: '' })
  const sent = await open(
    { 'POST /subjects': reply(201, { data: rosa }), 'POST /subjects/lookup': nobody },
    { isNewSubject: true },
    { typed: { email: 'rosa@quay.test' } },
  )
  await add()
  const typed = () => sent('PUT', '/test-records/draft').at(-1)?.typedSubject
  const gone = { firstName: '', lastName: '', dateOfBirth: '', localId: '', hasOneName: false }
  await waitFor(() => expect(typed()).toMatchObject({ ...gone, email: 'rosa@quay.test' }))
})

test('that there are more of one name is said where one of them is named', async () => {
  const several = { ...known, groupName: group.name, organisationName: null, hasNamesake: true }
  await open({ 'POST /subjects': refused(mayBeTwo), 'POST /subjects/lookup': reply(200, { data: several }) })
  await add()
  expect(await screen.findByText('May be two people: Rosa Fenwick has the same name and date of birth')).toBeTruthy()
  expect(screen.getByText(/^Somebody else has this name and date of birth, too/)).toBeTruthy()
})

test('it is said that a merge has led to whom is named', async () => {
  const kept = { ...known, lastName: 'Fenn', groupName: group.name, organisationName: null, isFormer: true }
  await open({ 'POST /subjects': refused(mayBeTwo), 'POST /subjects/lookup': reply(200, { data: kept }) })
  await add()
  expect(await screen.findByText('May be two people, or is Rosa Fenn')).toBeTruthy()
  expect(screen.getByText('Two people were merged, and what you entered identifies Rosa Fenn since.')).toBeTruthy()
})

test('what was said of one name is not said of another, and two things are said together', async () => {
  const sent = await open({
    'POST /subjects': [
      refused({ localId: ['Somebody else in the group has this local ID'] }),
      refused(mayBeTwo),
      refused(mayBeTwo),
      reply(201, { data: rosa }),
    ],
  })
  await add()
  await userEvent.click(await screen.findByRole('button', { name: 'Keep this local ID' }))
  await userEvent.click(await screen.findByRole('button', { name: 'This is somebody else' }))
  await waitFor(() => expect(sent('POST', '/subjects')).toHaveLength(3))
  expect(sent('POST', '/subjects').at(-1)).toMatchObject({ isLocalIdShared: true, isNamesake: true })
  await screen.findByRole('button', { name: 'This is somebody else' })
  await userEvent.type(screen.getByLabelText('First name'), 'lind')
  await add()
  await waitFor(() => expect(sent('POST', '/subjects')).toHaveLength(4))
  expect(sent('POST', '/subjects').at(-1)).toEqual(expect.not.objectContaining({ isNamesake: true }))
})

/** Asks to test Rosa of another group here, where the group has a Rosa of its own. */
async function testHere(errors: Record<string, string[]>) {
  const elsewhere = { ...rosa, id: '01890000-0000-7000-8000-0000000000b1', email: 'rosa@ward.test', localId: 'W-9' }
  const details = { groupId: ward.id, groups: [ward], lastTestedAt: null, account: null, addedAt: '', version: 1 }
  const lastTest = null
  const match = { ...elsewhere, isKnownHere: false, groups: [ward], isSameName: true, lastTest }
  const sent = await open({
    'POST /subjects/matches': reply(200, { data: [match], hasMore: false }),
    [`GET /subjects/${elsewhere.id}`]: reply(200, { data: { ...elsewhere, ...details } }),
    [`PUT /subjects/${elsewhere.id}/groups/${group.id}`]: [refused(errors), reply(204)],
  })
  await userEvent.click(await screen.findByRole('button', { name: /Rosa Fenwick/ }))
  return { sent: () => sent('PUT', `/groups/${group.id}`), lookedUp: () => sent('POST', '/subjects/lookup') }
}

test('what was typed and what is known of somebody of another group stand side by side', async () => {
  await testHere({})
  await screen.findByRole('button', { name: 'Test here' })
  expect(await rowOf('Local ID')).toBe('Local IDB-2W-9')
})

test('somebody of another group who may be somebody here is tested here as one of their own', async () => {
  const { sent, lookedUp } = await testHere(mayBeTwo)
  await userEvent.click(await screen.findByRole('button', { name: 'Test here' }))
  expect(await screen.findByText('May be two people: Rosa Fenwick has the same name and date of birth')).toBeTruthy()
  expect(await rowOf('Local ID')).toBe('Local IDW-9A-1')
  expect(lookedUp()).toEqual([expect.objectContaining({ besides: '01890000-0000-7000-8000-0000000000b1' })])
  await userEvent.click(screen.getByRole('button', { name: 'This is somebody else: test them here, too' }))
  await waitFor(() => expect(sent()).toEqual([{}, { isNamesake: true }]))
})

test('whoever is chosen with another local ID than was typed is asked about', async () => {
  const details = { groups: match.groups, lastTestedAt: null, account: null, addedAt: '', version: 1 }
  await open({
    'POST /subjects/matches': reply(200, { data: [match], hasMore: false }),
    [`GET /subjects/${known.id}`]: reply(200, { data: { ...known, groupId: group.id, ...details } }),
  })
  await userEvent.click(await screen.findByRole('button', { name: /Rosa Fenwick/ }))
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('What you entered differs')).toBeTruthy()
  expect(await rowOf('Local ID')).toBe('Local IDB-2A-1')
  expect(screen.getByRole('button', { name: 'This is the right subject' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
})

test('who may be a new subject comes into sight once found', async () => {
  const scrolled = vi.fn<() => void>()
  HTMLElement.prototype.scrollIntoView = scrolled
  await open({ 'POST /subjects/matches': reply(200, { data: [match], hasMore: false }) })
  const question = await screen.findByText('Is it one of these?')
  await waitFor(() => expect(scrolled.mock.contexts).toContain(question.parentElement))
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView')
})

test('what adds somebody new stands below the button and whoever it found', async () => {
  await open({ 'POST /subjects/matches': reply(200, { data: [match], hasMore: false }) }, {})
  await userEvent.type(await screen.findByRole('combobox', { name: 'Name or local ID' }), 'Rosa')
  const found = await screen.findByRole('option', { name: /Rosa Fenwick/ })
  const find = screen.getByRole('button', { name: 'Find subject' })
  await userEvent.click(find)
  const create = await screen.findByRole('button', { name: 'Create a new test subject' })
  for (const before of [find, found]) {
    expect(before.compareDocumentPosition(create)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  }
})

const typedOfEmail = [{ isNewSubject: true }, { subjects: byEmail, typed: { email: 'other@quay.test' } }] as const

test('where people are identified by email, another email with the names of somebody is asked about', async () => {
  const differs = { lastName: ['May be another person'], email: ['Differs'] }
  const sent = await open(
    { 'POST /subjects': [refused(differs), reply(201, { data: { ...rosa, email: 'other@quay.test' } })] },
    ...typedOfEmail,
  )
  await add()
  expect(await screen.findByText('May be two people: Rosa Fenwick has the same name and date of birth')).toBeTruthy()
  expect(await rowOf('Email')).toBe('Emailother@quay.testrosa@quay.test')
  await userEvent.click(screen.getByRole('button', { name: 'This is somebody else' }))
  await waitFor(() => expect(sent('POST', '/subjects')).toHaveLength(2))
  expect(sent('POST', '/subjects').at(-1)).toMatchObject({ email: 'other@quay.test', isNamesake: true })
})

/** Goes from the form of a new subject to the search and back, after `between` there. */
async function searchInstead(between: () => Promise<void>) {
  await open({ 'POST /subjects/lookup': reply(404, { code: 'email-not-found', message: '' }) }, ...typedOfEmail)
  await userEvent.click(await screen.findByRole('button', { name: 'Search instead' }))
  await between()
  await userEvent.click(screen.getByRole('button', { name: 'Find subject' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Create a new test subject' }))
  const valueOf = (name: string | RegExp) =>
    screen.findByRole<HTMLInputElement>('textbox', { name }).then(({ value }) => value)
  return await Promise.all(['Email', 'Date of birth', /^First name/, /^Last name/, /^Local ID/].map(valueOf))
}

test('whoever searches for another email finds nothing of the person before in the form of a new one', async () => {
  const search = async () => {
    const field = await screen.findByRole('combobox', { name: 'Email, name or local ID' })
    await userEvent.clear(field)
    await userEvent.type(field, 'zoe@quay.test')
  }
  expect(await searchInstead(search)).toEqual(['zoe@quay.test', '', '', '', ''])
})

test('whoever searches for the same email keeps what was typed', async () => {
  expect(await searchInstead(async () => undefined)).toEqual([
    'other@quay.test',
    typedRosa.dateOfBirth,
    typedRosa.firstName,
    typedRosa.lastName,
    typedRosa.localId,
  ])
})

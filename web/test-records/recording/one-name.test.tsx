import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Permission } from '../../../contract/permissions/permissions.ts'
import { loadPreferences } from '../../preferences/preferences.ts'
import { openAt } from '../../testing/open.tsx'
import { answer, aUser, pageOf, reply, somePreferences } from '../../testing/replies.ts'
import { called } from '../../testing/subjects.tsx'
import { setLocale } from '../../ui/phrases.ts'
import { saveDraft } from './draft-storage.ts'
import { assay, draftWith, group, organisation, subject } from './fixtures.ts'

const byNames = { kind: 'human', customId1: 'Custom ID 1', customId2: 'Custom ID 2', identifiesBy: 'names' } as const
const byEmail = { ...byNames, identifiesBy: 'email' } as const
const suharto = { ...subject, email: null, firstName: null, lastName: 'Suharto', dateOfBirth: '1961-07-01' }

/** Opens the step of the subject, of a tenant that identifies people by their names unless it says otherwise. */
async function open(
  draft: object,
  {
    subjects = byNames,
    found = suharto,
    ...changes
  }: { subjects?: typeof byNames | typeof byEmail; found?: object; permissions?: Permission[] } = {},
) {
  const user = aUser('clinical', { assay_id: assay.id, ...changes })
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
    'POST /subjects': reply(201, { data: suharto }),
    'POST /subjects/lookup': reply(200, {
      data: { groupName: group.name, organisationName: null, hasNamesake: false, isFormer: false, ...found },
    }),
  })
  saveDraft(user.id, draftWith({ organisation, group, ...draft }))
  await loadPreferences()
  await setLocale('en_GB')
  openAt('/create-test')
  return (path: string) =>
    called(fetched, 'POST', path).map(([, init]) => JSON.parse(typeof init?.body === 'string' ? init.body : '{}'))
}
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const oneName = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'This person has one name only' })

test('a first name that is left out is missed until it is said that the person has one name', async () => {
  const sent = await open({ isNewSubject: true })
  await userEvent.type(await field('Last name'), 'Suharto')
  await userEvent.type(await field('Date of birth'), '01/07/1961')
  await press('Add and continue')
  expect(screen.getByText('First name is required')).toBeTruthy()
  expect((await oneName()).checked).toBe(false)
  await userEvent.click(await oneName())
  expect((await field('First name')).disabled).toBe(true)
  expect(screen.queryByText('First name is required')).toBeNull()
  await press('Add and continue')
  await waitFor(() => expect(sent('/subjects')).toHaveLength(1))
  expect(sent('/subjects')[0]).toMatchObject({ firstName: null, lastName: 'Suharto', hasOneName: true })
})

test('a name that was typed as the first becomes the last, and can be typed again', async () => {
  await open({ isNewSubject: true })
  await userEvent.type(await field('First name'), 'Suharto')
  await userEvent.click(await oneName())
  expect([(await field('First name')).value, (await field('Last name')).value]).toEqual(['', 'Suharto'])
  await userEvent.click(await oneName())
  expect((await field('First name')).disabled).toBe(false)
})

test('whoever was chosen is shown with the words that they have no first name', async () => {
  await open({ subject: suharto })
  expect(await screen.findByText('Suharto (no first name)')).toBeTruthy()
})

test('nobody is asked where people are identified by their email', async () => {
  await open({ isNewSubject: true }, { subjects: byEmail })
  await field('First name (optional)')
  expect(screen.queryByRole('checkbox', { name: 'This person has one name only' })).toBeNull()
})

test('whoever cannot search finds somebody by their one name', async () => {
  const sent = await open({}, { permissions: ['create-tests', 'login-dashboard'] })
  await userEvent.type(await field('Last name'), 'Suharto')
  await userEvent.type(await field('Date of birth'), '01/07/1961')
  await press('Find subject')
  expect(screen.getByText('First name is required')).toBeTruthy()
  await userEvent.click(await oneName())
  await press('Find subject')
  expect(await screen.findByText('Suharto (no first name)')).toBeTruthy()
  expect(sent('/subjects/lookup')).toEqual([
    { groupId: group.id, lastName: 'Suharto', dateOfBirth: '1961-07-01', hasOneName: true },
  ])
})

test('whoever cannot search is told once that a merge has led to whom they find', async () => {
  const found = { ...suharto, firstName: 'Siti', isFormer: true }
  const sent = await open({}, { permissions: ['create-tests', 'login-dashboard'], found })
  await userEvent.type(await field('Last name'), 'Suharto')
  await userEvent.type(await field('Date of birth'), '01/07/1961')
  await userEvent.click(await oneName())
  await press('Find subject')
  const words = 'Two people were merged, and what you entered identifies Siti Suharto since.'
  expect(await screen.findByText(words)).toBeTruthy()
  await press('Find subject')
  await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  expect(sent('/subjects/lookup')).toHaveLength(2)
})

test('an email that two merges have led to several is said to be that, before the first of them is tested', async () => {
  const found = { ...suharto, email: 'siti@people.test', firstName: 'Siti', isFormer: true, isOneOfSeveral: true }
  const sent = await open({}, { subjects: byEmail, permissions: ['create-tests', 'login-dashboard'], found })
  await userEvent.type(await field('Email'), 'was@people.test')
  await press('Find subject')
  const words =
    'Two people were merged, and what you entered identifies Siti Suharto since. What you entered identifies another one as well since a merge. Check which of the two is meant.'
  expect(await screen.findByText(words)).toBeTruthy()
  await press('Find subject')
  await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  expect(sent('/subjects/lookup')).toEqual([
    { groupId: group.id, email: 'was@people.test' },
    { groupId: group.id, email: 'was@people.test' },
  ])
})

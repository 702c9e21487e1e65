import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { handleFailures } from '../api/failures.ts'
import { box, enter, offline, openOwnDetails, ownRequest, press, refusal, sent } from '../testing/own-account.tsx'
import { aUser, reply } from '../testing/replies.ts'

const details = 'PUT /users/my-details'

afterEach(() => handleFailures(undefined))

test.each([
  ['+447400123456', 'GB', '07400 123456'],
  ['+353850123456', 'IE', '085 012 3456'],
  // A country that the tenant no longer offers.
  ['+33612345678', 'FR', '06 12 34 56 78'],
])('shows %s as its country and number, and sends them unchanged', async (mobile, country, number) => {
  const changed = aUser('clinical', { fullName: 'Ana Quill', mobile, version: 4 })
  const fetched = await openOwnDetails(aUser('clinical', { mobile, version: 3 }), {
    [details]: reply(200, { data: changed }),
  })
  expect(box('Details', 'Country code').value).toBe(country)
  expect(box('Details', 'Number').value).toBe(number)
  await enter('Details', { 'Full name': 'Ana Quill' })
  await press('Details', 'Save')
  await screen.findByText('Profile updated')
  expect(sent(fetched, details)).toMatchObject([
    { body: { fullName: 'Ana Quill', mobile: { country, number } }, headers: { 'If-Match': '"3"' } },
  ])
  const edit = await screen.findByRole('link', { name: 'Edit details' })
  expect(document.activeElement).toBe(edit)
  expect(screen.queryByRole('form', { name: 'Details' })).toBeNull()
  expect(screen.getAllByText('Ana Quill').length).toBeGreaterThan(1)
  expect(screen.getByText(mobile)).toBeTruthy()
})

test('an empty number removes the mobile', async () => {
  const user = aUser('clinical', { mobile: '+447400123456' })
  const fetched = await openOwnDetails(user, { [details]: reply(200, { data: { ...user, mobile: null } }) })
  await enter('Details', { Number: '' })
  await press('Details', 'Save')
  await screen.findByText('Profile updated')
  expect(sent(fetched, details)).toMatchObject([{ body: { fullName: 'Ana Price', mobile: null } }])
})

test('shows errors at their fields, and sends nothing', async () => {
  const fetched = await openOwnDetails(aUser())
  await enter('Details', { 'Full name': '', Number: '07400 123456' })
  await press('Details', 'Save')
  expect(await screen.findByText('Full name is required')).toBeTruthy()
  expect(screen.getByText('Please select a country code')).toBeTruthy()
  await userEvent.selectOptions(box('Details', 'Country code'), 'IE')
  await press('Details', 'Save')
  expect(await screen.findByText('Please enter a valid phone number')).toBeTruthy()
  await enter('Details', { Number: '01 234 5678' })
  await press('Details', 'Save')
  expect(await screen.findByText('Please enter a valid mobile phone number')).toBeTruthy()
  expect(sent(fetched, details)).toEqual([])
})

test('a change by somebody else stands beside mine, and is overwritten only if mine is chosen', async () => {
  const theirs = aUser('clinical', { fullName: 'Ana Maria Price', mobile: '+447400123456', version: 2 })
  const mine = aUser('clinical', { ...theirs, fullName: 'Ana Quill', version: 3 })
  const fetched = await openOwnDetails(aUser(), {
    [ownRequest]: [reply(200, { data: aUser() }), reply(200, { data: aUser() }), reply(200, { data: theirs })],
    [details]: [refusal(412, 'stale-version'), reply(200, { data: mine })],
  })
  await enter('Details', { 'Full name': 'Ana Quill' })
  await press('Details', 'Save')
  const news = await screen.findByText('This has changed in the meantime')
  expect(document.activeElement?.contains(news)).toBe(true)
  expect(screen.getByText('Changed, and already in the form: Mobile number.')).toBeTruthy()
  expect(box('Details', 'Number').value).toBe('07400 123456')
  expect(box('Details', 'Full name').value).toBe('Ana Quill')

  await press('Details', 'Save')
  const keep = await screen.findByRole('radio', { name: /^Keep yours: ?Ana Quill$/ })
  await waitFor(() => expect(document.activeElement).toBe(keep))
  expect(screen.getByText('Choose which one to keep')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: /^Take what was saved in the meantime: ?Ana Maria Price$/ }))
  expect(box('Details', 'Full name').value).toBe('Ana Maria Price')
  await userEvent.click(screen.getByRole('radio', { name: /^Keep yours: ?Ana Quill$/ }))
  expect(box('Details', 'Full name').value).toBe('Ana Quill')
  await press('Details', 'Save')
  await screen.findByText('Profile updated')
  expect(sent(fetched, details)).toMatchObject([
    { headers: { 'If-Match': '"1"' } },
    {
      headers: { 'If-Match': '"2"' },
      body: { fullName: 'Ana Quill', mobile: { country: 'GB', number: '07400 123456' } },
    },
  ])
  expect(screen.queryByRole('radio')).toBeNull()
})

test('a version that came with another name counts only once that was shown', async () => {
  const renamed = aUser('clinical', { fullName: 'Ana Maria Price', version: 5, lang: 'es' })
  const fetched = await openOwnDetails(aUser(), {
    [ownRequest]: [reply(200, { data: aUser() }), reply(200, { data: aUser() }), reply(200, { data: renamed })],
    'PUT /users/my-details/lang': reply(200, { data: renamed }),
    [details]: refusal(412, 'stale-version'),
  })
  await enter('Details', { 'Full name': 'Ana Quill' })
  await userEvent.selectOptions(screen.getByLabelText('Used on screen and in emails to you'), 'es_MX')
  await screen.findByText('Idioma actualizado')
  await press('Datos', 'Guardar')
  await screen.findByRole('radio', { name: /^Usar lo que se guardó mientras tanto: ?Ana Maria Price$/ })
  expect(sent(fetched, details)).toMatchObject([{ headers: { 'If-Match': '"1"' } }])
})

test('asks before unsaved text is lost, and not after saving', async () => {
  await openOwnDetails(aUser(), {
    [details]: reply(200, { data: aUser('clinical', { fullName: 'Ana Quill', version: 2 }) }),
  })
  await enter('Details', { 'Full name': 'Ana Quill' })
  const away = screen.getByRole('link', { name: 'Cookie policy' })
  await userEvent.click(away)
  await userEvent.click(await screen.findByRole('button', { name: 'Stay here' }))
  expect(box('Details', 'Full name').value).toBe('Ana Quill')
  expect(document.activeElement).toBe(away)
  await press('Details', 'Save')
  await screen.findByText('Profile updated')
  await userEvent.click(away)
  await screen.findByRole('heading', { name: 'Cookie policy' })
})

test('asks before a logout loses typed text, and not if nothing is typed', async () => {
  const fetched = await openOwnDetails(aUser(), { 'POST /logout': offline })
  const logOuts = () => fetched.mock.calls.filter(([address]) => address.endsWith('/logout')).length
  const logOut = async () => {
    await userEvent.click(screen.getByRole('button', { name: /Ana Price/ }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Log out' }))
  }
  await logOut()
  await waitFor(() => expect(logOuts()).toBe(1))
  await enter('Details', { 'Full name': 'Ana Quill' })
  await logOut()
  await userEvent.click(await screen.findByRole('button', { name: 'Stay here' }))
  expect([logOuts(), box('Details', 'Full name').value]).toEqual([1, 'Ana Quill'])
  await logOut()
  await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await waitFor(() => expect(logOuts()).toBe(2))
})

test('keeps the typed data without a connection', async () => {
  await openOwnDetails(aUser(), { [details]: offline })
  await enter('Details', { 'Full name': 'Ana Quill' })
  await press('Details', 'Save')
  expect(await screen.findByText(/The server cannot be reached/)).toBeTruthy()
  expect(box('Details', 'Full name').value).toBe('Ana Quill')
})

test('shows the date of birth of a patient, and their organisation', async () => {
  await openOwnDetails(aUser('patient', { dateOfBirth: '1990-01-31' }))
  expect(screen.getByText('31/01/1990')).toBeTruthy()
  expect(screen.getByText('Harbour Care Homes')).toBeTruthy()
})

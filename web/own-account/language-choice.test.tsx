import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { handleFailures } from '../api/failures.ts'
import { offline, openOwnAccount, sent } from '../testing/own-account.tsx'
import { aUser, reply } from '../testing/replies.ts'

const lang = 'PUT /users/my-details/lang'

afterEach(() => handleFailures(undefined))

const choose = () => userEvent.selectOptions(screen.getByLabelText('Used on screen and in emails to you'), 'es_MX')

test('applies at once and is stored with the user', async () => {
  const fetched = await openOwnAccount(aUser(), { [lang]: reply(200, { data: aUser('clinical', { lang: 'es' }) }) })
  await choose()
  expect(await screen.findByRole('heading', { name: 'Su cuenta' })).toBeTruthy()
  expect(await screen.findByText('Idioma actualizado')).toBeTruthy()
  expect(sent(fetched, lang)).toMatchObject([{ body: { lang: 'es' } }])
  expect(localStorage.getItem('lateral.locale')).toBe('es_MX')
})

test('is undone with a message if it cannot be stored', async () => {
  await openOwnAccount(aUser(), { [lang]: offline })
  await choose()
  expect(await screen.findByText(/The server cannot be reached/)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Your account' })).toBeTruthy()
  expect(localStorage.getItem('lateral.locale')).toBe('en_GB')
})

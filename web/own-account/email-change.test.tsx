import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handleFailures } from '../api/failures.ts'
import { box, enter, openOwnAccount, press, sent, wrongPassword } from '../testing/own-account.tsx'
import { leaveSession } from '../session/leaving-session.ts'
import { isEmailChange, unverifiedEmail } from '../session/kept-in-tab.ts'
import { aUser, reply } from '../testing/replies.ts'

vi.mock(import('../session/leaving-session.ts'), { spy: true })
const leave = vi.mocked(leaveSession)

beforeEach(() => leave.mockReset().mockReturnValue())
afterEach(() => handleFailures(undefined))

const path = 'PUT /users/my-details/email'
const form = 'Email address'
const typed = { 'New email': 'new@people.test', 'Current password': 'Lateral-Flow-2026' }

test('ends the session and hands the new address on to the page that explains the email', async () => {
  const fetched = await openOwnAccount(aUser(), { [path]: reply(204) })
  await enter(form, typed)
  await press(form, 'Change email')
  await waitFor(() =>
    expect(leave).toHaveBeenCalledWith(
      expect.anything(),
      '/verification-status',
      'You are logged out. Verify your new email address to log in again.',
      'notice',
    ),
  )
  expect([unverifiedEmail(), isEmailChange()]).toEqual(['new@people.test', true])
  expect(sent(fetched, path)).toMatchObject([
    { body: { email: 'new@people.test', currentPassword: 'Lateral-Flow-2026' } },
  ])
})

test('reports a wrong password at its field, and keeps the address', async () => {
  await openOwnAccount(aUser(), { [path]: wrongPassword })
  await enter(form, typed)
  await press(form, 'Change email')
  expect(await screen.findByText('This is not your current password')).toBeTruthy()
  expect(box(form, 'New email').value).toBe('new@people.test')
  expect(leave).not.toHaveBeenCalled()
})

test('refuses the present address', async () => {
  const fetched = await openOwnAccount(aUser())
  await enter(form, { ...typed, 'New email': 'Ana@Harbour.test' })
  await press(form, 'Change email')
  expect(await screen.findByText('This is already your email address. Enter another one.')).toBeTruthy()
  expect(sent(fetched, path)).toEqual([])
})

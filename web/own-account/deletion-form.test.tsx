import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handleFailures } from '../api/failures.ts'
import { leaveSession } from '../session/leaving-session.ts'
import { box, enter, offline, openOwnAccount, press, refusal, sent, wrongPassword } from '../testing/own-account.tsx'
import { aUser, reply } from '../testing/replies.ts'

vi.mock(import('../session/leaving-session.ts'), { spy: true })
const leave = vi.mocked(leaveSession)

beforeEach(() => leave.mockReset().mockReturnValue())
afterEach(() => handleFailures(undefined))

const path = 'PUT /users/my-details/delete'
const form = 'Delete my account'
const final = 'Delete my account for good'

/** Opens the form and chooses the reason with this label. */
async function begin(label: string, replies: Parameters<typeof openOwnAccount>[1] = {}) {
  const fetched = await openOwnAccount(aUser(), replies)
  expect(screen.queryByRole('form', { name: form })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }))
  expect(document.activeElement).toBe(box(form, 'Reason'))
  if (label !== '') await userEvent.selectOptions(box(form, 'Reason'), label)
  return fetched
}

test('sends the code of the reason without a text, and leaves for the login page in every tab', async () => {
  const heard = vi.spyOn(Storage.prototype, 'setItem')
  const fetched = await begin('No longer required', { [path]: reply(204) })
  await enter(form, { 'Current password': 'Lateral-Flow-2026' })
  await press(form, final)
  await waitFor(() =>
    expect(leave).toHaveBeenCalledWith(expect.anything(), '/login', 'Your account was deleted', 'success'),
  )
  expect(sent(fetched, path)).toMatchObject([
    { body: { reason: 'no-longer-required', reasonText: null, currentPassword: 'Lateral-Flow-2026' } },
  ])
  expect(heard).toHaveBeenCalledWith(
    'lateral.left',
    JSON.stringify({ text: 'Your account was deleted', tone: 'success' }),
  )
  expect(localStorage.getItem('lateral.left')).toBeNull()
})

test('asks for the text of another reason, together with other missing values', async () => {
  const fetched = await begin('Other', { [path]: reply(204) })
  await press(form, final)
  expect(await screen.findByText('Enter your reason')).toBeTruthy()
  expect(screen.getByText('Current password is required')).toBeTruthy()
  await enter(form, { 'Your reason': 'I moved away', 'Current password': 'Lateral-Flow-2026' })
  await press(form, final)
  await waitFor(() => expect(sent(fetched, path)).toHaveLength(1))
  expect(sent(fetched, path)).toMatchObject([{ body: { reason: 'other', reasonText: 'I moved away' } }])
})

test('a text that was typed before another choice is not sent', async () => {
  const fetched = await begin('Other', { [path]: reply(204) })
  await enter(form, { 'Your reason': 'I moved away', 'Current password': 'Lateral-Flow-2026' })
  await userEvent.selectOptions(box(form, 'Reason'), 'Created in error')
  await press(form, final)
  await waitFor(() => expect(sent(fetched, path)).toMatchObject([{ body: { reasonText: null } }]))
})

test('requires a reason, and can be left without a trace', async () => {
  const fetched = await begin('')
  await press(form, final)
  expect(await screen.findByText('Reason is required')).toBeTruthy()
  await press(form, 'Keep my account')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete my account' }))
  expect(sent(fetched, path)).toEqual([])
})

test.each([
  [wrongPassword, 'This is not your current password'],
  [refusal(409, 'not-possible'), /You are the last administrator here/],
  [refusal(429, 'too-many-attempts'), 'words of too-many-attempts'],
  [refusal(500, 'internal'), /problem on our side/],
  [offline, /The server cannot be reached/],
])('stays, with the typed data, when it is refused (%#)', async (given, words) => {
  await begin('Other', { [path]: given })
  await enter(form, { 'Your reason': 'I moved away', 'Current password': 'Wrong-Password-1' })
  await press(form, final)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(box(form, 'Your reason').value).toBe('I moved away')
  expect(leave).not.toHaveBeenCalled()
})

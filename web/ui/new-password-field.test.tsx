import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { NewPasswordField } from './new-password-field.tsx'
import { scoreOf } from './password-estimator.ts'
import { setLocale } from './phrases.ts'

vi.mock(import('./password-estimator.ts'), { spy: true })

beforeEach(async () => {
  vi.mocked(scoreOf).mockReset()
  await setLocale('en_GB')
})

const noName = 'Nothing from your name or email, or from our name'

function Chosen({ error }: { error?: string }) {
  const [value, setValue] = useState('')
  return (
    <NewPasswordField
      label="New password"
      known={['ana.price@harbour.test', 'Harbour Health']}
      error={error}
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
    />
  )
}

const type = (password: string) =>
  fireEvent.change(screen.getByLabelText('New password'), { target: { value: password } })
/** The live text below the rule, after that about Caps Lock. */
function saidOfRule(): HTMLElement {
  const [, said] = screen.getAllByRole('status')
  if (said === undefined) throw new Error('Nothing is said of the rule')
  return said
}
const met = () =>
  screen
    .queryAllByText('Met:')
    .map((mark) => mark.parentElement?.textContent?.replace('Met: ', '') ?? '')
    .toSorted((one, other) => one.localeCompare(other))

test('each part of the rule is ticked, in words too, once it is met', async () => {
  render(<Chosen />)
  expect(met()).toEqual([])
  await userEvent.type(screen.getByLabelText('New password'), 'ab1')
  expect(met()).toEqual(['Digits', 'Lowercase letters', 'No spaces', noName])
  type('Corridor Lamp')
  expect(met()).toEqual(expect.arrayContaining(['10 to 128 characters', 'Lowercase letters', noName]))
  expect(met()).not.toContain('No spaces')
  type('Corridor-Lamp-4821-Teapot')
  await waitFor(() => expect(met()).toContain('Hard to guess'))
  expect(screen.queryByText('Not met yet:')).toBeNull()
})

test.each([
  ['Harbour-Corridor-4821-Teapot', 'It cannot contain your name, your email or our name.'],
  ['Corridor-Ana.Price-4821-Teapot', 'It cannot contain your name, your email or our name.'],
  ['Corridor Lamp 4821 Teapot', 'It cannot contain spaces.'],
])('a password that the server would refuse is never called strong: %s', async (password, words) => {
  render(<Chosen />)
  type(password)
  const meter = await screen.findByRole('meter', { name: 'Strength' })
  expect(meter.getAttribute('aria-valuetext')).toBe('Not accepted yet')
  expect(meter.getAttribute('aria-valuenow')).toBe('1')
  await waitFor(() => expect(saidOfRule().textContent).toContain(words))
})

test('a password that the server refused is not called strong until it is changed', async () => {
  const { rerender } = render(<Chosen error="This password contains your name" />)
  type('Corridor-Lamp-4821-Teapot')
  const meter = await screen.findByRole('meter', { name: 'Strength' })
  expect(meter.getAttribute('aria-valuetext')).toBe('Not accepted yet')
  // A form forgets the error of a field once it is changed.
  rerender(<Chosen />)
  await waitFor(() => expect(meter.getAttribute('aria-valuetext')).toBe('Strong'))
})

test('the list describes the field, and password managers know that the password is new', () => {
  render(<Chosen />)
  const field = screen.getByLabelText('New password')
  expect(field.getAttribute('autocomplete')).toBe('new-password')
  const rule = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  expect(rule?.textContent).toContain('10 to 128 characters')
})

test('missing parts are announced once the typing pauses', async () => {
  render(<Chosen />)
  const said = saidOfRule()
  type('corridor')
  expect(said.textContent).toBe('')
  await waitFor(() =>
    expect(said.textContent).toBe(
      'Still needed: 10 to 128 characters. Still needed: 2 more of lowercase letters, uppercase letters, digits and symbols. It is too easy to guess.',
    ),
  )
  type('Corridor-Lamp')
  await waitFor(() => expect(said.textContent).toBe('The password meets the rule.'))
})

test('the meter rates the password and knows the person’s own words', async () => {
  render(<Chosen />)
  expect(screen.queryByRole('meter')).toBeNull()
  type('Password-1')
  const meter = await screen.findByRole('meter', { name: 'Strength' })
  expect(meter.getAttribute('aria-valuetext')).toBe('Too easy to guess')
  type('Corridor-Lamp-4821-Teapot')
  await waitFor(() => expect(meter.getAttribute('aria-valuetext')).toBe('Strong'))
  expect(within(meter.parentElement ?? meter).getByText('Strength: Strong')).toBeTruthy()
  expect(vi.mocked(scoreOf).mock.lastCall).toEqual(['Corridor-Lamp-4821-Teapot', ['ana.price', 'Harbour', 'Health']])
  type('')
  expect(screen.queryByRole('meter')).toBeNull()
})

test('the field works without the meter', async () => {
  vi.mocked(scoreOf).mockImplementation(() => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  render(<Chosen />)
  type('Corridor-Lamp')
  await waitFor(() => expect(scoreOf).toHaveBeenCalled())
  expect(met()).toContain('Three of these four:')
  expect(screen.queryByRole('meter')).toBeNull()
})

import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { Locale } from '../../contract/locales.ts'
import { PasswordField } from './password-field.tsx'
import { setLocale } from './phrases.ts'

afterEach(() => setLocale('en_GB'))

const said = () => screen.getByRole('status').textContent

test.each<[Locale, string]>([
  ['en_GB', 'Caps Lock is on'],
  ['en_US', 'Caps Lock is on'],
  ['es_MX', 'Bloq Mayús está activado'],
])('Caps Lock is reported below the field while it is on and somebody types: %s', async (locale, words) => {
  await setLocale(locale)
  const user = userEvent.setup()
  render(<PasswordField label="Password" />)
  const field = screen.getByLabelText('Password')
  expect(said()).toBe('')
  await user.click(field)
  expect(said()).toBe('')
  await user.keyboard('{CapsLock}a')
  expect(said()).toBe(words)
  await user.keyboard('bc')
  expect(said()).toBe(words)
  await user.keyboard('{CapsLock}d')
  expect(said()).toBe('')
})

test('the report appears when the field is clicked, and goes when it is left', () => {
  render(<PasswordField label="Password" />)
  const field = screen.getByLabelText('Password')
  fireEvent.mouseDown(field, { modifierCapsLock: true })
  expect(said()).toBe('Caps Lock is on')
  fireEvent.blur(field)
  expect(said()).toBe('')
})

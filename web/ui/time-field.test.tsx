import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { setLocale } from './phrases.ts'
import { TimeField } from './time-field.tsx'

beforeEach(() => setLocale('en_GB'))

function Typed({ clock }: { clock: string }) {
  const [time, setTime] = useState('')
  return <TimeField label="Time" name="time" clock={clock} value={time} onChange={setTime} />
}

test.each([
  ['HH:mm', '930', '09:30'],
  ['HH:mm', '9:30 pm', '21:30'],
  ['HH:mm', '09:30', ''],
  ['HH:mm', '9:', ''],
  ['h:mm A', '930', '9:30 AM'],
  ['h:mm A', '21h30', '9:30 PM'],
  ['h:mm A', '9:30 pm', ''],
])('with a clock of %s, %j stays as typed, and %j is shown as its reading', async (clock, typed, read) => {
  render(<Typed clock={clock} />)
  const field = screen.getByLabelText<HTMLInputElement>('Time')
  await userEvent.type(field, typed)
  expect([field.value, field.type, screen.getByRole('status').textContent]).toEqual([typed, 'text', read])
})

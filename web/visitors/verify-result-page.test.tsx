import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { handleFailures } from '../api/failures.ts'
import { cachePreferences } from '../preferences/preferences-cache.ts'
import { loadPreferences } from '../preferences/preferences.ts'
import { openAt } from '../testing/open.tsx'
import { answer, reply, sentBody, somePreferences } from '../testing/replies.ts'
import { setLocale } from '../ui/phrases.ts'

const send = 'POST /verify-result'
const line = { analyteId: 'a', analyteName: 'Influenza A', result: 'positive' }
const agreed = {
  testId: 'BRID-00000000',
  result: 'positive',
  analyteResults: [line, { ...line, analyteId: 'b', analyteName: 'Influenza B', result: 'negative' }],
  performedAt: '2026-03-01T09:30:00.000Z',
  performedZone: 'Europe/London',
  state: 'recorded',
  assayName: 'Influenza A+B',
  changedAt: null as string | null,
}

beforeEach(async () => {
  document.cookie = 'XSRF-TOKEN=token'
  await setLocale('en_GB')
})
afterEach(() => handleFailures(undefined))

async function open(preferences: Partial<Preferences> = {}) {
  cachePreferences(somePreferences(preferences))
  await loadPreferences()
  openAt('/verify-result')
  return await screen.findByLabelText('Test ID')
}

const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function fill({ isPerson = true } = {}) {
  await userEvent.type(box('Test ID'), 'brid-00000000')
  if (isPerson) await userEvent.type(box('Date of birth'), '27/03/1980')
  await userEvent.type(box('Verification code'), '2345-6789-abcd')
}

test('a sheet that agrees shows the record, and another can be verified', async () => {
  const fetched = answer({ [send]: reply(200, { data: agreed }) })
  await open()
  await fill()
  expect(box('Verification code').value).toBe('2345 6789 ABCD')
  await press('Verify result')
  const title = await screen.findByRole('heading', { name: 'This sheet belongs to a record of ours' })
  expect(document.activeElement).toBe(title)
  expect(sentBody(fetched, '/verify-result')).toEqual({
    testId: 'BRID-00000000',
    dateOfBirth: '1980-03-27',
    code: '23456789ABCD',
  })
  expect([...document.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
    'Positive',
    'Positive',
    'Negative',
    'BRID-00000000',
    'Influenza A+B',
    expect.stringContaining('01/03/2026 09:30'),
  ])
  expect(window.location.href).not.toContain('BRID')
  await press('Verify another result')
  expect(box('Test ID').value).toBe('')
})

test.each([
  ['corrected', 'This record was corrected', /It was corrected on 05\/03\/2026 .*may say something else/],
  ['voided', 'This record was voided', /It was voided on 05\/03\/2026 .*no longer counts/],
])('a record that was %s says so, with the time', async (state, title, words) => {
  answer({ [send]: reply(200, { data: { ...agreed, state, changedAt: '2026-03-05T12:00:00.000Z' } }) })
  await open()
  await fill()
  await press('Verify result')
  await screen.findByRole('heading', { name: title })
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByText(state === 'voided' ? 'Voided result' : 'Result')).toBeTruthy()
})

test('a mismatch gives one message, and the typed text stays', async () => {
  answer({
    [send]: [reply(200, { data: null }), reply(429, { message: 'Wait', code: 'too-many-attempts', requestId: 'r' })],
  })
  await open()
  await fill()
  await press('Verify result')
  expect((await screen.findByRole('alert')).textContent).toMatch(/does not agree with our records.*date of birth/)
  expect(box('Test ID').value).toBe('brid-00000000')
  await press('Verify result')
  expect(await screen.findByText('Wait')).toBeTruthy()
  expect(screen.queryByText(/does not agree/)).toBeNull()
})

test('an impossible sheet is not sent, and each field explains why', async () => {
  const fetched = answer({})
  await open()
  await press('Verify result')
  expect(await screen.findByText('Test ID is required')).toBeTruthy()
  expect(screen.getByText('Date of birth is required')).toBeTruthy()
  await userEvent.type(box('Test ID'), 'BRID-0000001')
  await userEvent.type(box('Date of birth'), '31/02/1980')
  await press('Verify result')
  expect(await screen.findByText(/Compare this with the printed test ID/)).toBeTruthy()
  expect(screen.getByText('Use date format DD/MM/YYYY')).toBeTruthy()
  expect(screen.getByText('12 characters required')).toBeTruthy()
  expect(fetched).not.toHaveBeenCalled()
})

test('the sheet of an animal has no date of birth', async () => {
  const fetched = answer({ [send]: reply(200, { data: null }) })
  await open({ subjects: { ...somePreferences().subjects, kind: 'non-human' } })
  expect(screen.queryByLabelText('Date of birth')).toBeNull()
  await fill({ isPerson: false })
  await press('Verify result')
  expect((await screen.findByRole('alert')).textContent).not.toContain('birth')
  expect(sentBody(fetched, '/verify-result')).toEqual({
    testId: 'BRID-00000000',
    dateOfBirth: null,
    code: '23456789ABCD',
  })
})

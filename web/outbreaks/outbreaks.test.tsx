import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Outbreak, OutbreakDetails } from '../../contract/outbreaks/outbreak.ts'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { usualRules } from '../../contract/outbreaks/rules.ts'
import { openPage } from '../testing/open-page.tsx'
import { aUser, called, pageOf, refusal, reply, sentBody } from '../testing/replies.ts'
import { currentMessages } from '../ui/snackbar-store.ts'
import { everyDay } from './curve.tsx'

const idOf = (end: string) => `01998878-2800-7000-8000-00000000000${end}`
const outbreak: Outbreak = {
  id: idOf('1'),
  organisation: { id: idOf('2'), name: 'Harbour Care Homes' },
  group: { id: idOf('3'), name: 'Fernbank' },
  unit: 'Oak',
  analyte: 'SARS-CoV-2',
  zone: 'Europe/London',
  openedAt: '2026-03-10T09:00:00.000Z',
  lastPositiveAt: '2026-03-12T09:00:00.000Z',
  cases: 2000,
  foundAt: '2026-03-12T09:01:00.000Z',
  reopenedAt: null,
  closedAt: null,
  closedBecause: null,
  closedBy: null,
  note: null,
  lastsUntil: '2026-04-09',
  nextTestOn: '2026-03-17',
}

function subject(id: string, firstName: string) {
  const names = { firstName, lastName: 'Quill', email: null, localId: null, customId1: null, customId2: null }
  return { id, kind: 'human', dateOfBirth: '1940-03-11', groupId: idOf('3'), ...names } as const
}

function aCase(end: string, firstName: string, day: string): OutbreakDetails['cases'][number] {
  return {
    subject: subject(idOf(end), firstName),
    unit: 'Oak',
    room: '12',
    role: 'resident',
    sex: null,
    age: 85,
    testRecordId: idOf(end),
    testId: `HARB-${end}`,
    performedAt: `${day}T09:00:00.000Z`,
    day,
    assay: 'TideCheck',
    result: 'positive',
    earlier: null,
  }
}

const details: OutbreakDetails = {
  outbreak,
  days: [
    { day: '2026-03-10', cases: 1 },
    { day: '2026-03-12', cases: 900 },
  ],
  cases: [aCase('4', 'Ann', '2026-03-10'), aCase('5', 'Bob', '2026-03-12')],
  untested: [{ subject: subject(idOf('6'), 'Cleo'), unit: 'Oak', room: null, role: null, last: null }],
}

async function open(
  address: string,
  { type = 'group', isOn = true, has = [outbreak] }: { type?: UserType; isOn?: boolean; has?: Outbreak[] } = {},
) {
  return await openPage(address, {
    parts: [
      import('./outbreaks-page.tsx'),
      import('./outbreak-page.tsx'),
      import('./rules-form.tsx'),
      import('./close-form.tsx'),
    ],
    user: aUser(type),
    replies: {
      'GET /outbreaks': pageOf(has),
      'GET /outbreak-rules': reply(200, { data: { rules: { ...usualRules, isOn }, isMailed: true, version: 1 } }),
      'PUT /outbreak-rules': reply(200, { data: { rules: { ...usualRules, isOn: true }, isMailed: true, version: 2 } }),
      'PUT /outbreak-rules/mail': reply(200, { data: { rules: usualRules, isMailed: false, version: 1 } }),
      [`GET /outbreaks/${outbreak.id}`]: reply(200, { data: details }),
      [`PUT /outbreaks/${outbreak.id}/close`]: reply(200, { data: { ...outbreak, closedBecause: 'person' } }),
      [`POST /outbreaks/${outbreak.id}/prints`]: reply(204),
    },
  })
}

test('the list says by which rules outbreaks are found, and whether its reader is told', async () => {
  const { fetched } = await open('/outbreaks')
  await screen.findByText(/^3 positive tests within 3 days are an outbreak, counted by group/)
  await waitFor(() => expect(screen.getAllByRole('link', { name: /Fernbank · Oak · SARS-CoV-2/ })).toHaveLength(2))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Email me when an outbreak begins at my places' }))
  await waitFor(() => expect(sentBody(fetched, '/outbreak-rules/mail')).toEqual({ isMailed: false }))
  await waitFor(() => expect(currentMessages()).toMatchObject([{ text: 'Rules updated' }]))
})

test('the list says that nobody looks for any', async () => {
  await open('/outbreaks', { isOn: false })
  expect(await screen.findByText('Nobody looks for outbreaks here')).toBeTruthy()
  expect(screen.getByText('An administrator can switch it on under Rules.')).toBeTruthy()
})

test('where nobody looks for outbreaks, an empty list does not say that there are none', async () => {
  await open('/outbreaks', { has: [] })
  expect(await screen.findAllByText('No outbreaks')).toHaveLength(2)
  cleanup()
  const { fetched } = await open('/outbreaks', { isOn: false, has: [] })
  expect(await screen.findByText('Nobody looks for outbreaks here')).toBeTruthy()
  await waitFor(() => expect(called(fetched, 'GET', '/outbreaks?')).toHaveLength(2))
  await waitFor(() => expect(screen.queryByText('No outbreaks')).toBeNull())
  expect(screen.queryByRole('heading', { name: 'Going on' })).toBeNull()
})

test('an administrator is led to the rules while nobody looks for outbreaks', async () => {
  await open('/outbreaks', { type: 'tenant', isOn: false })
  const way = await screen.findByRole('link', { name: 'Set the rules' })
  expect(way.getAttribute('href')).toBe('/outbreaks/rules')
  expect(screen.queryByText('An administrator can switch it on under Rules.')).toBeNull()
})

test('an outbreak shows each case by what is known, and columns to fill in by hand on paper alone', async () => {
  await open(`/outbreaks/${outbreak.id}`)
  const table = await screen.findByRole('table', { name: 'Line list' })
  expect(screen.getByText(/^Printed by Ana Price on /)).toBeDefined()
  expect(screen.getByText('2,000')).toBeDefined()
  // The curve has all cases, of which the list shows the first.
  expect(screen.getByText('900 cases on 12/03/2026')).toBeDefined()
  const heads = within(table).getAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'Who',
    'Date of birth',
    'Age',
    'Role',
    'Unit',
    'Room',
    'Tested',
    'Test kit',
    'Result',
    'Onset',
    'Symptoms',
  ])
  expect(heads.filter(({ dataset }) => 'byHand' in dataset).map(({ textContent }) => textContent)).toEqual([
    'Onset',
    'Symptoms',
  ])
  expect(within(table).getAllByRole('row')).toHaveLength(3)
  // On a phone, where the heads are out of sight, each cell names what it says.
  const cells = [...(table.querySelector('tbody tr')?.children ?? [])].filter(
    (cell) => !cell.hasAttribute('data-by-hand'),
  )
  expect(cells.map((cell) => cell.getAttribute('data-label'))).toEqual(
    heads.slice(0, cells.length).map(({ textContent }) => textContent),
  )
  const days = within(screen.getByRole('list', { name: 'Cases by day' })).getAllByRole('listitem')
  expect(days.map(({ title }) => title.slice(0, 7))).toEqual(['1 case ', '0 cases', '900 cas'])
})

test('who is still to be tested comes before the facts of an outbreak', async () => {
  await open(`/outbreaks/${outbreak.id}`)
  const person = await screen.findByRole('link', { name: 'Cleo Quill' })
  const fact = screen.getByText('Over after')
  expect(person.compareDocumentPosition(fact) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('one press leads to a round with those who are left', async () => {
  await open(`/outbreaks/${outbreak.id}`)
  const link = await screen.findByRole('link', { name: 'Test 1 in a round' })
  expect(link.getAttribute('href')).toBe(`/rounds/new?outbreak=${outbreak.id}`)
  within(screen.getByRole('table', { name: 'Still to be tested' })).getByText('Cleo Quill')
})

test('printing is noted first', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const { fetched } = await open(`/outbreaks/${outbreak.id}`)
  const button = await screen.findByRole('button', { name: 'Print the line list' })
  const before = fetched.getMockImplementation()
  const noted = Promise.withResolvers<Response>()
  fetched.mockImplementation(async (address, init) =>
    address.endsWith('/prints') ? await noted.promise : ((await before?.(address, init)) ?? reply(404)),
  )
  await userEvent.click(button)
  await waitFor(() => expect(called(fetched, 'POST', '/prints')).toHaveLength(1))
  expect(print).not.toHaveBeenCalled()
  noted.resolve(reply(204))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  print.mockRestore()
})

test.each([
  ['group', 1],
  ['clinical', 0],
] as const)('whoever is a %s may save, print and close: %i', async (type, count) => {
  await open(`/outbreaks/${outbreak.id}`, { type })
  await screen.findByRole('table', { name: 'Line list' })
  for (const name of ['Print the line list', 'Save the line list'])
    expect(screen.queryAllByRole('button', { name })).toHaveLength(count)
  expect(screen.queryAllByRole('link', { name: 'Close early' })).toHaveLength(count)
})

test('closing early needs a reason', async () => {
  const { fetched, router } = await open(`/outbreaks/${outbreak.id}/close`)
  await userEvent.click(await screen.findByRole('button', { name: 'Close the outbreak' }))
  const note = screen.getByLabelText(/^Reason for closing it/)
  await waitFor(() => expect(note.getAttribute('aria-invalid')).toBe('true'))
  await userEvent.type(note, 'A faulty lot')
  await userEvent.click(screen.getByRole('button', { name: 'Close the outbreak' }))
  await waitFor(() => expect(currentMessages()).toMatchObject([{ text: 'Outbreak closed' }]))
  expect(sentBody(fetched, '/close')).toEqual({ note: 'A faulty lot' })
  await waitFor(() => expect(router.state.status).toBe('idle'))
})

test('the rules are numbers within bounds', async () => {
  const { fetched, router } = await open('/outbreaks/rules', { type: 'tenant', isOn: false })
  const positives = await screen.findByLabelText(/^Positive tests that are an outbreak/)
  await userEvent.clear(positives)
  await userEvent.type(positives, '1')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Look for outbreaks' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save the rules' }))
  await screen.findByText('Enter a whole number from 2 to 50')
  await userEvent.clear(positives)
  await userEvent.click(screen.getByRole('button', { name: 'Save the rules' }))
  await screen.findByText(/^Positive tests that are an outbreak is /)
  await userEvent.type(positives, '4')
  await userEvent.click(screen.getByRole('button', { name: 'Save the rules' }))
  await waitFor(() => expect(currentMessages()).toMatchObject([{ text: 'Rules updated' }]))
  const [[, init]] = called(fetched, 'PUT', '/outbreak-rules') as [[string, RequestInit]]
  expect(JSON.parse(init.body as string)).toEqual({ ...usualRules, isOn: true, positives: 4 })
  await waitFor(() => expect(router.state.status).toBe('idle'))
})

test('rules that a colleague saved first take over what they changed, and keep what was typed', async () => {
  const { fetched } = await open('/outbreaks/rules', { type: 'tenant' })
  const positives = await screen.findByLabelText<HTMLInputElement>(/^Positive tests that are an outbreak/)
  await userEvent.clear(positives)
  await userEvent.type(positives, '7')
  const theirs = { rules: { ...usualRules, isOn: true, daysOther: 21 }, isMailed: true, version: 2 }
  const before = fetched.getMockImplementation()
  fetched.mockImplementation(async (address, init) => {
    const isStale = init?.method === 'PUT' && new Headers(init.headers).get('If-Match') !== '"2"'
    if (isStale) return refusal(412, 'stale-version')
    const isAsked = init?.method === 'GET' && address.endsWith('/outbreak-rules')
    return isAsked ? reply(200, { data: theirs }) : ((await before?.(address, init)) ?? reply(204))
  })
  await userEvent.click(screen.getByRole('button', { name: 'Save the rules' }))
  await screen.findByText('This has changed in the meantime')
  expect(positives.value).toBe('7')
  await userEvent.click(screen.getByRole('button', { name: 'Save the rules' }))
  await waitFor(() => expect(called(fetched, 'PUT', '/outbreak-rules')).toHaveLength(2))
  const [, second] = called(fetched, 'PUT', '/outbreak-rules')
  expect(JSON.parse(second?.[1]?.body as string)).toEqual({ ...usualRules, isOn: true, positives: 7, daysOther: 21 })
})

test('the curve has every day in between', () => {
  expect(everyDay(details.days)).toEqual([
    { day: '2026-03-10', cases: 1 },
    { day: '2026-03-11', cases: 0 },
    { day: '2026-03-12', cases: 900 },
  ])
})

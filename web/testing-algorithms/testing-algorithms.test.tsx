import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { UserType } from '../../contract/permissions/permissions.ts'
import type { TestingAlgorithm } from '../../contract/testing-algorithms/algorithm.ts'
import type { TestSet } from '../../contract/test-sets/test-set.ts'
import { openAt } from '../testing/open.tsx'
import { openPage } from '../testing/open-page.tsx'
import { aUser, called, pageOf, reply, sentBody } from '../testing/replies.ts'
import { expectTypedToStay } from '../testing/saved-meanwhile.ts'

const idOf = (end: string) => `01998878-2800-7000-8000-00000000000${end}`
const kit = (end: string, name: string) => ({ id: idOf(end), name, isRetired: false })
const kits = [kit('1', 'Kit A'), kit('2', 'Kit B'), kit('3', 'Kit C')]
const to = (outcome: number) => ({ outcome })

const algorithm: TestingAlgorithm = {
  id: idOf('4'),
  name: 'HIV in two',
  firstAssay: { id: idOf('1'), name: 'Kit A' },
  steps: 2,
  retiredAt: null,
  version: 3,
  form: {
    name: 'HIV in two',
    steps: [
      {
        name: 'A1',
        assayId: idOf('1'),
        ways: { positive: { step: 1 }, negative: to(1), inconclusive: to(1), invalid: to(1) },
      },
      {
        name: 'A2',
        assayId: idOf('2'),
        ways: { positive: to(0), negative: to(1), inconclusive: to(1), invalid: to(1) },
      },
    ],
    outcomes: [
      { name: 'HIV positive', result: 'positive', followUpDays: null },
      { name: 'Come again', result: 'inconclusive', followUpDays: 14 },
    ],
  },
  assays: kits.slice(0, 2),
}

const set: TestSet = {
  id: idOf('5'),
  algorithm: { id: algorithm.id, name: algorithm.name, version: 2 },
  subject: {
    id: idOf('6'),
    kind: 'human',
    groupId: idOf('7'),
    dateOfBirth: '1980-03-05',
    firstName: 'Ann',
    lastName: 'Quill',
    email: null,
    localId: null,
    customId1: null,
    customId2: null,
  },
  organisation: { id: idOf('8'), name: 'Harbour Care Homes' },
  group: { id: idOf('7'), name: 'Fernbank' },
  state: 'open',
  outcome: null,
  startedAt: '2026-03-10T09:00:00.000Z',
  startedBy: { id: idOf('9'), name: 'Robin' },
  endedAt: null,
  stopReason: null,
  version: 1,
  tests: [
    {
      id: idOf('a'),
      testId: 'HARB-1',
      step: 0,
      stepName: 'A1',
      assayName: 'Kit A',
      result: 'positive',
      performedAt: '2026-03-10T09:00:00.000Z',
      performedZone: 'Europe/London',
      state: 'recorded',
      secondReading: null,
      counts: true,
    },
  ],
  next: { step: 1, name: 'A2', assay: kit('2', 'Kit B') },
  awaitsReading: null,
}

async function open(address: string, { type = 'tenant', shown = set }: { type?: UserType; shown?: TestSet } = {}) {
  return await openPage(address, {
    parts: [
      import('./testing-algorithms-page.tsx'),
      import('./testing-algorithm-page.tsx'),
      import('./algorithm-form.tsx'),
      import('../test-sets/test-set-page.tsx'),
      import('../test-sets/stop-form.tsx'),
    ],
    user: aUser(type),
    replies: {
      'GET /assays': pageOf(kits),
      'GET /test-sets': pageOf([shown]),
      [`GET /test-sets/${set.id}`]: reply(200, { data: shown }),
      [`PUT /test-sets/${set.id}/stop`]: reply(200, {
        data: { ...set, state: 'stopped', stopReason: 'left', next: null },
      }),
      'GET /testing-algorithms': pageOf([algorithm]),
      'POST /testing-algorithms': reply(201, { data: algorithm }),
      [`GET /testing-algorithms/${algorithm.id}`]: reply(200, { data: algorithm }),
    },
  })
}

test('a new algorithm asks for each kit, and a result that leads nowhere is refused at its place', async () => {
  const { fetched } = await open('/testing-algorithms/new')
  const form = within(await screen.findByRole('dialog'))
  await userEvent.type(form.getByLabelText('Name of the algorithm'), 'HIV in three')
  await form.findAllByRole('option', { name: 'Kit B' })
  for (const [at, { id }] of kits.entries()) {
    const select = form.getAllByLabelText('Test kit')[at]
    if (select !== undefined && at < 2) await userEvent.selectOptions(select, id)
  }
  const [invalid] = form.getAllByLabelText('Invalid leads to')
  if (invalid === undefined) throw new Error('There is no way of an invalid test')
  await userEvent.selectOptions(invalid, '')
  await userEvent.click(form.getByRole('button', { name: 'Create algorithm' }))
  expect(await form.findByText('Test kit is required')).toBeDefined()
  expect(form.getByText('Say where this result leads')).toBeDefined()
  expect(called(fetched, 'POST', '/testing-algorithms')).toHaveLength(0)

  await userEvent.selectOptions(invalid, 'Inconclusive, test again')
  const last = form.getAllByLabelText('Test kit').at(-1)
  if (last !== undefined) await userEvent.selectOptions(last, idOf('3'))
  await userEvent.click(form.getByRole('button', { name: 'Create algorithm' }))
  await waitFor(() => expect(called(fetched, 'POST', '/testing-algorithms')).toHaveLength(1))
  expect(sentBody(fetched, '/testing-algorithms')).toMatchObject({
    name: 'HIV in three',
    steps: [
      {
        name: 'A1',
        assayId: idOf('1'),
        ways: { positive: { step: 1 }, negative: to(1), inconclusive: to(2), invalid: to(2) },
      },
      { name: 'A2', ways: { positive: { step: 2 }, negative: to(2) } },
      { name: 'A3', ways: { positive: to(0), negative: to(2) } },
    ],
    outcomes: [{ followUpDays: null }, { followUpDays: null }, { result: 'inconclusive', followUpDays: 14 }],
  })
})

test('a step that is removed leaves the results open that led to it', async () => {
  await open('/testing-algorithms/new')
  const form = within(await screen.findByRole('dialog'))
  await userEvent.click(form.getByRole('button', { name: 'Remove step A3' }))
  const [, second] = form.getAllByLabelText<HTMLSelectElement>('Positive leads to')
  expect(second?.value).toBe('')
})

test('an algorithm says where each result leads, and only administrators change it', async () => {
  await open(`/testing-algorithms/${algorithm.id}`, { type: 'group' })
  expect(await screen.findByText('Then A2')).toBeDefined()
  expect(screen.getByText('Test again after 14 days')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Edit algorithm' })).toBeNull()
  cleanup()
  await open(`/testing-algorithms/${algorithm.id}`)
  expect(await screen.findByRole('link', { name: 'Edit algorithm' })).toBeDefined()
})

test('a set proposes its next kit, and says that its results are held back', async () => {
  await open(`/test-sets/${set.id}`, { type: 'group' })
  expect(await screen.findByText('A2: Kit B')).toBeDefined()
  const record = screen.getByRole('link', { name: 'Record this test' })
  expect(record.getAttribute('href')).toContain(`set=${set.id}`)
  expect(screen.getByText(/A single result is no finding/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Print sheet' })).toBeNull()
})

test('a set with its outcome has a sheet', async () => {
  const outcome = { name: 'Come again', result: 'inconclusive', followUpOn: '2026-03-24' } as const
  await open(`/test-sets/${set.id}`, {
    type: 'group',
    shown: { ...set, state: 'ended', outcome, next: null, endedAt: '2026-03-10T10:00:00.000Z' },
  })
  expect(await screen.findByRole('button', { name: 'Print sheet' })).toBeDefined()
  expect(screen.getByText('24/03/2026')).toBeDefined()
  expect(screen.getByText(/^Printed by Ana Price on /)).toBeDefined()
  expect(document.body.innerHTML).toMatch(/@page {1,2}\{.*Quill.*HIV in two.*counter\(pages\)/s)
})

test('a test in another zone says whose clock its time is of', async () => {
  const tests = set.tests.map((one) => ({ ...one, performedZone: 'Pacific/Auckland' }))
  await open(`/test-sets/${set.id}`, { type: 'group', shown: { ...set, tests } })
  expect(await screen.findByText(/22:00, .*(New Zealand|Auckland)/)).toBeTruthy()
})

test('a retired kit is not offered', async () => {
  await open(`/test-sets/${set.id}`, {
    shown: { ...set, next: { step: 1, name: 'A2', assay: { ...kit('2', 'Kit B'), isRetired: true } } },
  })
  expect(await screen.findByText(/Kit B has been retired since/)).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Record this test' })).toBeNull()
})

test('a set is stopped for a reason', async () => {
  const { fetched } = await open(`/test-sets/${set.id}/stop`, { type: 'group' })
  const form = within(await screen.findByRole('dialog'))
  // Whoever came here by mistake finds a way back beside it.
  expect(form.getByRole('button', { name: 'Go on with the set' })).toBeDefined()
  await userEvent.click(form.getByRole('button', { name: 'Stop this set' }))
  expect(called(fetched, 'PUT', '/stop')).toHaveLength(0)
  expect(form.getByText('Reason is required')).toBeDefined()
  await userEvent.click(form.getByRole('radio', { name: 'The subject left' }))
  await userEvent.click(form.getByRole('button', { name: 'Stop this set' }))
  await waitFor(() => expect(sentBody(fetched, '/stop')).toEqual({ reason: 'left' }))
})

test('without any algorithm there is one sentence and one button', async () => {
  await openPage('/testing-algorithms', {
    parts: [import('./testing-algorithms-page.tsx')],
    user: aUser('tenant'),
    replies: { 'GET /testing-algorithms': pageOf([]), 'GET /test-sets': pageOf([]) },
  })
  expect(await screen.findByRole('heading', { name: 'There is no algorithm yet' })).toBeDefined()
  expect(screen.getAllByRole('link', { name: 'New algorithm' })).toHaveLength(1)
  expect(screen.queryByRole('heading', { name: 'Stopped' })).toBeNull()
})

test('an algorithm without sets says once that none has begun', async () => {
  await openPage('/testing-algorithms', {
    parts: [import('./testing-algorithms-page.tsx')],
    user: aUser('tenant'),
    replies: { 'GET /testing-algorithms': pageOf([algorithm]), 'GET /test-sets': pageOf([]) },
  })
  expect(await screen.findByText(/^No set of tests has begun yet\./)).toBeDefined()
  expect(screen.getByRole('link', { name: algorithm.name })).toBeDefined()
  expect(screen.queryByRole('heading', { name: 'Stopped' })).toBeNull()
})

test('the list has sets by their state, and the algorithms', async () => {
  const { fetched } = await open('/testing-algorithms')
  const before = fetched.getMockImplementation()
  cleanup()
  fetched.mockImplementation(async (address, init) => {
    const state = new URL(address, 'http://x').searchParams.get('state')
    if (!address.includes('/test-sets?')) return (await before?.(address, init)) ?? reply(404)
    return state === 'ended' ? pageOf([]) : pageOf([{ ...set, state, id: state === 'open' ? set.id : idOf('c') }])
  })
  openAt('/testing-algorithms')
  for (const [part, link] of [
    ['Under way', `/test-sets/${set.id}`],
    ['Stopped', `/test-sets/${idOf('c')}`],
    ['Algorithms', `/testing-algorithms/${algorithm.id}`],
  ] as const) {
    const title = await screen.findByText(part, { selector: 'h2 > span' })
    await waitFor(() => expect(title.closest('section')?.querySelector('a')?.getAttribute('href')).toBe(link))
  }
  expect(screen.queryByText('With an outcome', { selector: 'h2 > span' })).toBeNull()
})

test('what is typed into an algorithm that a colleague saves first stays, and is stored with what they changed', async () => {
  const { fetched } = await open(`/testing-algorithms/${algorithm.id}/edit`)
  const [, ...others] = algorithm.form.outcomes
  const outcomes = [{ name: 'HIV found', result: 'positive' as const, followUpDays: null }, ...others]
  const form = { ...algorithm.form, outcomes }
  await expectTypedToStay(fetched, `/testing-algorithms/${algorithm.id}`, algorithm, { form }, { outcomes })
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TestSet } from '../../contract/test-sets/test-set.ts'
import { assay } from '../test-records/recording/fixtures.ts'
import { pageOf, refusal, sentBody } from '../testing/replies.ts'
import { data, id, openSubjects, otherId, press, ruth, said, type Setting } from '../testing/subjects.tsx'
import { currentMessages } from '../ui/snackbar-store.ts'

const [home] = ruth.groups
if (home === undefined) throw new Error('Ruth is known nowhere')
const lane = { id: otherId, name: 'Ward 2', organisation: home.organisation }

const algorithm = {
  id: '01998878-2800-7000-8000-000000000201',
  name: 'HIV in two',
  firstAssay: { id: assay.id, name: assay.name },
  steps: 2,
  retiredAt: null,
  version: 1,
}

const set: TestSet = {
  id: '01998878-2800-7000-8000-000000000202',
  algorithm: { id: algorithm.id, name: algorithm.name, version: 1 },
  subject: ruth,
  organisation: home.organisation,
  group: home,
  state: 'open',
  outcome: null,
  startedAt: '2026-03-05T09:00:00.000Z',
  startedBy: { id, name: 'Robin' },
  endedAt: null,
  stopReason: null,
  version: 1,
  tests: [],
  next: { step: 0, name: 'A1', assay: { id: assay.id, name: assay.name, isRetired: false } },
  awaitsReading: null,
}
const ended: TestSet = {
  ...set,
  id: '01998878-2800-7000-8000-000000000203',
  state: 'ended',
  outcome: { name: 'HIV positive', result: 'positive', followUpOn: null },
}

const open = async (replies: Setting['replies'] = {}, type: Setting['type'] = 'clinical') =>
  await openSubjects(`/subjects/${id}`, {
    type,
    replies: {
      'GET /groups': pageOf([home, lane]),
      'GET /assays': pageOf([assay]),
      'GET /testing-algorithms': pageOf([algorithm]),
      'POST /test-sets': data(set),
      [`GET /test-sets/${set.id}`]: data(set),
      'GET /test-records/draft': data(null),
      ...replies,
    },
  })

const begin = 'Begin “HIV in two”'

test('the sets of a subject are on its page, those under way first', async () => {
  await open({ 'GET /test-sets': pageOf([ended, set]) })
  const part = within(await screen.findByRole('region', { name: 'Sets of tests' }))
  expect(
    part.getAllByRole('listitem').map(({ textContent }) => /Under way|HIV positive/.exec(textContent)?.[0]),
  ).toEqual(['Under way', 'HIV positive'])
})

test('one press begins a set where the subject is known, and leads to its first test', async () => {
  const { router, fetched } = await open()
  await press(begin)
  await waitFor(() => expect(router.state.location.search).toMatchObject({ subject: id, set: set.id }))
  expect(sentBody(fetched, '/test-sets')).toEqual({
    algorithmId: algorithm.id,
    organisationId: home.organisation.id,
    groupId: home.id,
    subjectId: id,
  })
})

test('somebody who is known in several places is tested at the one that is pressed', async () => {
  const { fetched } = await open({ [`GET /subjects/${id}`]: data({ ...ruth, groups: [home, lane] }) })
  await press('Begin “HIV in two” at Ward 2')
  await waitFor(() => expect(sentBody(fetched, '/test-sets')).toMatchObject({ groupId: lane.id }))
})

test('an algorithm that is under way at a place is not offered there again', async () => {
  await open({
    [`GET /subjects/${id}`]: data({ ...ruth, groups: [home, lane] }),
    'GET /test-sets': pageOf([set]),
  })
  await screen.findByRole('button', { name: 'Begin “HIV in two” at Ward 2' })
  expect(screen.getAllByRole('button', { name: /^Begin/ })).toHaveLength(1)
})

test('whoever comes second is told who began the set, and led there', async () => {
  const begun = { ...set, startedBy: { id: otherId, name: 'Casey Moss' } }
  const { router } = await open({ 'POST /test-sets': data(begun) })
  await press(begin)
  await waitFor(() => expect(router.state.location.search).toMatchObject({ subject: id, set: set.id }))
  expect(currentMessages().at(-1)).toMatchObject({
    text: expect.stringContaining('already under way, begun by Casey Moss'),
    tone: 'notice',
  })
})

test('two open sets of one algorithm are pointed out', async () => {
  const words = /under way more than once/
  await open({ 'GET /test-sets': pageOf([set, { ...ended, algorithm: set.algorithm }]) })
  await screen.findByRole('region', { name: 'Sets of tests' })
  expect(screen.queryByText(words)).toBeNull()
  await open({ 'GET /test-sets': pageOf([set, { ...set, id: ended.id, group: lane }]) })
  expect(await screen.findByText(words)).toBeDefined()
})

test('a set that could not be begun says why, and stays offered', async () => {
  await open({ 'POST /test-sets': refusal(409, 'not-possible') })
  await press(begin)
  expect((await screen.findByRole('alert')).textContent).toContain('words of not-possible')
  expect(screen.getByRole('button', { name: begin })).toBeDefined()
})

test.each([
  ['without algorithms', { 'GET /testing-algorithms': pageOf([]) }],
  ['where its first kit is not used', { 'GET /assays': pageOf([{ ...assay, organisations: [] }]) }],
  ['at a place that is closed', { 'GET /groups': pageOf([lane]) }],
])('nothing is offered %s', async (_, replies) => {
  const { router, fetched } = await open(replies)
  await screen.findByText('No tests yet')
  await waitFor(() => expect(fetched.mock.calls.some(([address]) => address.includes('/test-sets'))).toBe(true))
  await expect.poll(() => router.options.context.queries.isFetching()).toBe(0)
  expect(screen.queryByRole('region', { name: 'Sets of tests' })).toBeNull()
  expect(said()).toBeUndefined()
})

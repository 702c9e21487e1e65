import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Round, RoundRow } from '../../../contract/rounds/round.ts'
import { openPage } from '../../testing/open-page.tsx'
import { aUser, pageOf, refusal, reply } from '../../testing/replies.ts'
import { open as openTestStep } from '../../testing/scanned-kits.ts'
import { anyScan, press, scan, type Clock } from '../../testing/scanner.ts'
import { detailsOf, listedTest } from '../../testing/test-records.ts'
import { currentMessages } from '../../ui/snackbar-store.ts'
import { saveDraft } from '../recording/draft-storage.ts'
import { assay, draftWith, fullDraft, group, organisation, subject } from '../recording/fixtures.ts'

/* No key of a scanner chooses, stores or confirms a result, in every place that takes single keys. */

type Replies = Parameters<typeof openPage>[1]['replies']

const id = '01998878-2800-7000-8000-000000000021'
const line = { id: 'line', name: 'SARS-CoV-2' }
const kit = {
  id: assay.id,
  name: 'Rapid',
  version: 1,
  analytes: [line],
  offeredResults: assay.offeredResults,
  imageRequired: false,
}
const where = { subject, organisation, group, specimen: null, lot: 'LOT-1', lotExpiry: null, location: null }
const start = '2026-03-05T09:30:00.000Z'
const record = { ...detailsOf(listedTest), location: 'Room 4', version: 3 }

const recordingReplies: Replies = {
  'GET /organisations': pageOf([organisation]),
  'GET /groups': pageOf([{ ...group, organisationId: organisation.id }]),
  'GET /assays': pageOf([assay]),
  'GET /test-records': pageOf([]),
  'GET /test-records/recent': reply(200, { data: null }),
  'PUT /test-records/draft': reply(204),
}

async function openRecording(step: 'subject' | 'review') {
  sessionStorage.clear()
  const user = aUser('clinical', { assay_id: assay.id })
  saveDraft(user.id, step === 'review' ? fullDraft : draftWith({ assayId: assay.id, organisation, group, subject }))
  await openPage(`/create-test?step=${step}`, {
    user,
    parts: [
      import('../recording/start.tsx'),
      import('../recording/subject-step.tsx'),
      import('../recording/test-step.tsx'),
      import('../recording/review-step.tsx'),
    ],
    replies: recordingReplies,
  })
  await screen.findByRole('heading', { name: step === 'review' ? 'Check and save' : /right subject/ })
}

async function openReading(of: 'run' | 'second') {
  const test = { ...where, id, assay: kit, version: 1 }
  await openPage(`/in-progress/${id}/${of === 'run' ? 'read' : 'second-reading'}`, {
    user: aUser('group'),
    preferences: { sessionIdleMinutes: 240 },
    parts: [import('../running/read-run.tsx'), import('../second-reading/read-again.tsx')],
    replies: {
      'GET /test-runs/count': reply(200, { data: { running: 1 } }),
      'GET /test-runs': reply(200, { data: [], now: start, total: 0 }),
      'GET /second-readings': reply(200, { data: [], total: 0 }),
      'GET /test-records': pageOf([]),
      [`GET /test-runs/${id}`]: reply(200, {
        data: {
          ...test,
          state: 'running',
          zone: 'Europe/London',
          startedAt: start,
          startedBy: group,
          readFrom: start,
          readUntil: '2026-03-05T10:30:00.000Z',
          endedAt: null,
          endedBy: null,
          testRecordId: null,
        },
        now: '2026-03-05T10:00:00.000Z',
        draft: null,
      }),
      [`GET /test-records/${id}/second-reading`]: reply(200, {
        data: {
          ...test,
          testId: 'BRID-0000001P',
          performedAt: start,
          performedZone: 'Europe/London',
          readAt: start,
          reading: 'in-time',
          recordedBy: group,
          recordedAt: start,
          deviceImageId: null,
          wasSeen: false,
        },
      }),
    },
  })
  await screen.findByRole('radio', { name: /Negative/ })
}

const rowOf = (end: string, lastName: string, localId: string): RoundRow => ({
  subjectId: id.replace(/..$/, end),
  subject: { ...subject, id: id.replace(/..$/, end), email: null, firstName: 'Resident', lastName, localId },
  unit: null,
  room: null,
  role: null,
  last: null,
  revision: 1,
  isRemoved: false,
  appliedAt: null,
  entry: null,
  enteredBy: null,
  enteredAt: null,
  testRecordId: null,
  failure: null,
})

async function openRound(analytes = [line]) {
  const people = [rowOf('31', 'Alpha', '31241238'), rowOf('32', 'Beta', 'HAR-0042'), rowOf('33', 'Gamma', 'HAR-0043')]
  const round: Round = {
    id,
    state: 'open',
    organisation,
    group,
    assay: { ...kit, analytes, readFromMinutes: 0, readUntilMinutes: 0 },
    specimen: null,
    lot: 'LOT-60',
    lotExpiry: null,
    location: null,
    zone: 'Europe/London',
    timing: 'person',
    revision: 2,
    startedAt: start,
    startedBy: group,
    endedAt: null,
    endedBy: null,
    people: 3,
    entered: 0,
  }
  const now = '2026-03-05T10:00:00.000Z'
  const { fetched } = await openPage(`/rounds/${id}`, {
    user: aUser('tenant'),
    preferences: { sessionIdleMinutes: 240 },
    parts: [
      import('../rounds/round-page.tsx'),
      import('../rounds/round-on-paper.tsx'),
      import('../rounds/finish-round.tsx'),
      import('../rounds/row-details.tsx'),
    ],
    replies: {
      [`GET /rounds/${id}`]: reply(200, { data: round, rows: people, now }),
      [`GET /rounds/${id}/changes`]: reply(200, { data: round, rows: [], now }),
      [`PUT /rounds/${id}/entries`]: reply(200, { rows: [], conflicts: [], refused: [] }),
    },
  })
  await screen.findByRole('button', { name: 'Resident Alpha' })
  return fetched
}

async function openCorrection() {
  await openPage(`/test-records/${record.id}/correct`, {
    user: aUser('group'),
    replies: {
      'GET /organisations': pageOf([]),
      'GET /groups': pageOf([]),
      'GET /test-records': pageOf([]),
      [`GET /test-records/${record.id}`]: reply(200, { data: record }),
      [`GET /assays/${record.id}/web`]: refusal(404, 'not-found'),
    },
    parts: [import('../deliveries.tsx'), import('../changing/correct-form.tsx')],
  })
  const form = within(await screen.findByRole('dialog', { name: 'Correct test' }))
  await userEvent.click(await form.findByLabelText(/^Positive/))
  await userEvent.selectOptions(form.getByLabelText('Reason'), 'Data entered incorrectly')
}

const button = (name: string | RegExp) => () => screen.getByRole('button', { name })
const radio = (name: string | RegExp) => () => screen.getByRole('radio', { name })
/** Something in the menu of the first person, which is opened for it. */
const itemOf = (name: string) => () => {
  const opener = button('Not tested: Resident Alpha')()
  if (opener.getAttribute('aria-expanded') !== 'true') act(() => opener.click())
  return screen.getByRole(name === 'Absent' ? 'menuitemradio' : 'menuitem', { name })
}
const title = () => screen.getByRole('heading', { level: 2, name: /\?$|^Check/ })

/** Each place, what may have the focus there, and what a person's key chooses there, if any key does. */
const places: [string, () => Promise<unknown>, (() => HTMLElement)[], key?: [string, () => Element | null]][] = [
  ['the test', openTestStep, [radio('Positive'), button('Continue'), title], ['2', () => chosen('Negative')]],
  ['the found subject', () => openRecording('subject'), [button('Continue')], ['2', () => chosen('Negative')]],
  ['the review', () => openRecording('review'), [title, button(/^Save/)]],
  ['a timed test', () => openReading('run'), [radio(/Positive/), button(/^Save/)], ['2', () => chosen(/Negative/)]],
  [
    'a second reading',
    () => openReading('second'),
    [radio(/Positive/), button(/^Save/)],
    ['2', () => chosen(/Negative/)],
  ],
  [
    'a round',
    () => openRound(),
    [
      button('Resident Alpha'),
      () => screen.getAllByRole('button', { name: /^Invalid/ })[0] as HTMLElement,
      () => document.body,
    ],
    ['2', () => (standing().sent > 0 ? document.body : null)],
  ],
  [
    'a round with several lines',
    () => openRound(['SARS-CoV-2', 'Influenza A', 'Influenza B'].map((name) => ({ id: name, name }))),
    [
      button('Resident Alpha'),
      () => screen.getAllByRole('button', { name: 'All negative' })[0] as HTMLElement,
      button('Not tested: Resident Alpha'),
      itemOf('Absent'),
      itemOf('No control line: all invalid'),
    ],
    ['0', () => (standing().sent > 0 ? document.body : null)],
  ],
  ['a correction', openCorrection, [radio(/^Positive/), button(/^Save/), () => screen.getByLabelText(/^Location \(/)]],
]

const chosen = (name: string | RegExp) => screen.queryByRole('radio', { name, checked: true })

function makeClock(): Clock {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  const ticking = performance.now.bind(performance)
  let stoodStill = 0
  vi.spyOn(performance, 'now').mockImplementation(() => ticking() + stoodStill)
  return {
    pass: async (ms) => void (await act(async () => await vi.advanceTimersByTimeAsync(ms))),
    standStill(ms) {
      stoodStill += ms
      // What was due meanwhile is first in the queue, before the keys.
      act(() => void vi.advanceTimersByTime(50))
    },
    now: () => performance.now(),
  }
}

/** The requests that store a result. */
const storing = /\/(test-records|finish|second-reading|entries|corrections|timers)$/

/** What was chosen, stored or confirmed on the page. */
function standing() {
  const { calls } = vi.mocked(globalThis.fetch).mock
  return {
    checked: [...document.querySelectorAll<HTMLInputElement>('input:checked')].map(({ name, value }) => name + value),
    pressed: [...document.querySelectorAll('[aria-pressed="true"], [data-entered]')].length,
    pending: document.querySelectorAll('[data-pending]').length,
    step: screen.queryByRole('heading', { name: /right subject|does the test show|^Check and save|saved/ })
      ?.textContent,
    isOpen: document.querySelector('dialog form') !== null,
    sent: calls.filter(([address, init]) => init?.method !== 'GET' && storing.test(address as string)).length,
  }
}

test.each(places)('%s: no key of a scanner chooses, stores or confirms a result', async (_, open, focused) => {
  await open()
  const clock = makeClock()
  const before = standing()
  await fc.assert(
    fc.asyncProperty(anyScan, fc.constantFrom(...focused), async (one, focus) => {
      await clock.pass(4000)
      act(() => focus().focus())
      if (focus() === document.body) act(() => (document.activeElement as HTMLElement).blur())
      await scan(one, clock)
      await clock.pass(4000)
      expect(standing()).toEqual(before)
    }),
    // What a scan has changed stays changed, so that a smaller example would tell nothing.
    { numRuns: 30, endOnFailure: true },
  )
})

test.each(
  places.flatMap(([place, open, [focus], key]) => (key && focus ? [[place, open, focus, ...key] as const] : [])),
)('%s: one key of a person chooses, and is shown at once', async (_, open, focus, key, effect) => {
  await open()
  const clock = makeClock()
  for (const modifier of [{ ctrlKey: true }, { altKey: true }]) {
    act(() => focus().focus())
    press(key, clock.now(), modifier)
    await clock.pass(1000)
    expect(effect()).toBeNull()
  }
  act(() => focus().focus())
  press(key, clock.now())
  expect(document.querySelector('[data-pending]')).not.toBeNull()
  expect(effect()).toBeNull()
  await clock.pass(1000)
  expect(effect()).not.toBeNull()
  expect(document.querySelector('[data-pending]')).toBeNull()
})

test('a second reading: a person chooses by the space bar and saves by Enter, which is shown at once', async () => {
  await openReading('second')
  const clock = makeClock()
  const pressAlone = async (key: string, at: HTMLElement) => {
    act(() => at.focus())
    press(key, clock.now())
    expect(at.hasAttribute('data-pressed')).toBe(true)
    await clock.pass(1000)
    expect(at.hasAttribute('data-pressed')).toBe(false)
  }
  await pressAlone(' ', radio(/Negative/)())
  expect(chosen(/Negative/)).not.toBeNull()
  const before = standing()
  vi.mocked(globalThis.fetch).mockImplementation(async () => refusal(500, 'internal'))
  await pressAlone('Enter', button(/^Save/)())
  expect(standing().sent).toBe(before.sent + 1)
  await pressAlone('Enter', radio(/Negative/)())
  expect(standing().sent).toBe(before.sent + 2)
})

test.each([
  ['31241238', 'Resident Alpha'],
  ['HAR-0042', 'Resident Beta'],
])('a round: the scanned badge %s leads to its person at any pace, and the next key is theirs', async (badge, name) => {
  const fetched = await openRound()
  const clock = makeClock()
  for (const pace of [1, 5, 8, 30, 45, 60, 90, 120, 150]) {
    for (const end of [[], ['Enter', 'ArrowDown']]) {
      act(() => screen.getByRole('button', { name: 'Resident Gamma' }).focus())
      await clock.pass(1000)
      await scan({ keys: [...badge, ...end], pace, standsStill: pace > 30 ? 700 : 0, delay: 0 }, clock)
      await clock.pass(1500)
      expect(document.activeElement).toBe(screen.getByRole('button', { name }))
    }
  }
  const sent = () =>
    fetched.mock.calls.filter(([address]) => address.endsWith('/entries')).map(([, init]) => init?.body)
  expect(sent()).toEqual([])
  const [person] = name === 'Resident Alpha' ? ['31'] : ['32']
  press('2', clock.now())
  await clock.pass(1000)
  expect(sent()).toEqual([expect.stringContaining(id.replace(/..$/, person))])
})

test('a round: a scan that lost its first keys leads to nobody, and the next key is for nobody', async () => {
  const fetched = await openRound()
  const clock = makeClock()
  act(() => screen.getByRole('button', { name: 'Resident Gamma' }).focus())
  await scan({ keys: [...'241238', 'Enter'], pace: 60, standsStill: 0, delay: 0 }, clock)
  await clock.pass(1000)
  expect(currentMessages().at(-1)?.text).toMatch(/nobody here has the ID “241238”\.$/)
  press('2', clock.now())
  await clock.pass(1000)
  expect(currentMessages().at(-1)?.text).toMatch(/^Nothing was entered, because nothing in the list is selected/)
  expect(fetched.mock.calls.filter(([address]) => address.endsWith('/entries'))).toEqual([])
})

test('a correction: an Enter that follows typed letters at once stores nothing, and a later one does', async () => {
  await openCorrection()
  const clock = makeClock()
  const before = standing()
  act(() => screen.getByLabelText(/^Location \(/).focus())
  await scan({ keys: [...'HAR-0042', 'Enter'], pace: 90, standsStill: 0, delay: 0 }, clock)
  await clock.pass(1000)
  expect(standing()).toEqual(before)
  expect(currentMessages().at(-1)?.text).toMatch(/^Not saved yet/)
  vi.mocked(globalThis.fetch).mockImplementation(async () => refusal(500, 'internal'))
  press('Enter', clock.now())
  await clock.pass(1000)
  expect(standing().sent).toBe(before.sent + 1)
})

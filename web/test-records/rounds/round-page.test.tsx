import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Round, RoundRow } from '../../../contract/rounds/round.ts'
import type { Result } from '../../../contract/rules/results.ts'
import { inFrontOfCamera } from '../../testing/camera.ts'
import { chooseLatePhoto, latePhoto, takesPhoto } from '../../testing/late-photo.ts'
import { openPage } from '../../testing/open-page.tsx'
import { readQr } from '../../testing/read-qr.ts'
import { pressLater } from '../../testing/scanner.ts'
import { aUser, called, pageOf, refusal, reply, sentBody } from '../../testing/replies.ts'
import { currentMessages } from '../../ui/snackbar-store.ts'
import { assay } from '../recording/fixtures.ts'

vi.mock('../../api/progress-fetch.ts', async () => await import('../../testing/late-photo.ts'))

const idOf = (end: string) => `01998878-2800-7000-8000-00000000000${end}`
const id = idOf('1')

const round: Round = {
  id,
  state: 'open',
  organisation: { id: idOf('2'), name: 'Harbour Care Homes' },
  group: { id: idOf('3'), name: 'Fernbank' },
  assay: {
    id: idOf('4'),
    name: 'TideCheck',
    version: 1,
    analytes: [{ id: 'sars', name: 'SARS-CoV-2' }],
    offeredResults: ['positive', 'negative', 'invalid'],
    imageRequired: false,
    readFromMinutes: 0,
    readUntilMinutes: 0,
  },
  specimen: null,
  lot: 'LOT-60',
  lotExpiry: null,
  location: null,
  zone: 'Europe/London',
  timing: 'none',
  revision: 2,
  startedAt: '2026-03-01T09:30:00.000Z',
  startedBy: { id: idOf('5'), name: 'Rosie Atkinson' },
  endedAt: null,
  endedBy: null,
  people: 2,
  entered: 1,
}

const rowOf = (end: string, lastName: string, room: string, change: Partial<RoundRow> = {}): RoundRow => ({
  subjectId: idOf(end),
  subject: {
    id: idOf(end),
    kind: 'human',
    email: null,
    dateOfBirth: '1941-02-03',
    firstName: 'Resident',
    lastName,
    localId: null,
    customId1: null,
    customId2: null,
    groupId: idOf('3'),
  },
  unit: 'Garden',
  room,
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
  ...change,
})

const rows = [
  rowOf('7', 'Zeta', '2'),
  rowOf('6', 'Alpha', '10', {
    entry: {
      outcome: 'tested',
      reason: null,
      analyteResults: [{ analyteId: 'sars', result: 'positive' }],
      deviceImageId: null,
      note: 'Coughs',
    },
    enteredBy: { id: idOf('5'), name: 'Rosie Atkinson' },
    enteredAt: '2026-03-01T09:40:00.000Z',
  }),
]

/** What was printed: the rows, and what is repeated on every page. */
let paper: { title: string | undefined; lines: string[]; code: string | undefined; margins: string } | undefined

beforeEach(() => {
  paper = undefined
  vi.stubGlobal('print', () => {
    const sheet = document.querySelector('[data-print-round]')
    paper = {
      title: sheet?.querySelector('thead h1')?.textContent ?? undefined,
      lines: [...(sheet?.querySelectorAll('tbody tr') ?? [])].map(({ textContent }) => textContent ?? ''),
      code: readQr(sheet?.querySelector('thead svg')),
      margins: sheet?.querySelector('style')?.textContent ?? '',
    }
    window.dispatchEvent(new Event('afterprint'))
  })
})
afterEach(() => vi.unstubAllGlobals())

interface Shown {
  people?: RoundRow[]
  replies?: Record<string, Response | Error | Response[]>
}

async function open(change: Partial<Round> = {}, { people = rows, replies = {} }: Shown = {}) {
  return await openPage(`/rounds/${id}`, {
    parts: [
      import('./round-page.tsx'),
      import('./round-on-paper.tsx'),
      import('./finish-round.tsx'),
      import('./row-details.tsx'),
      import('./scan-people.tsx'),
      import('./find-person.tsx'),
      import('./round-menu-items.tsx'),
    ],
    user: aUser('tenant'),
    replies: {
      [`GET /rounds/${id}`]: reply(200, {
        data: { ...round, ...change },
        rows: people,
        now: '2026-03-01T10:00:00.000Z',
      }),
      [`POST /rounds/${id}/prints`]: reply(204, undefined),
      [`PUT /rounds/${id}/finish`]: reply(200, {
        data: { ...round, state: 'finished' },
        rows,
        now: '2026-03-01T10:00:00.000Z',
      }),
      ...replies,
    },
  })
}

/** Chooses something of the round's menu. */
async function chooseInMenu(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Order, print, pause or cancel' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

const code = '5M93WGJXVQ8NXVERH5QGESJ2'
const inviteUrl = `https://harbour.example/patient-registration/${code}`
const askWhose = `POST /rounds/${id}/invitees`
const isOf = (subjectId: string | null) => reply(200, { data: { subjectId } })

test('an empty sheet has everybody by room, boxes for each result and the address of the round, and no result', async () => {
  const { fetched } = await open({}, { people: rows.toReversed() })
  await chooseInMenu('Print an empty sheet')
  await waitFor(() => expect(paper).toBeDefined())
  expect(called(fetched, 'POST', `/rounds/${id}/prints`)).toHaveLength(1)
  expect(paper?.title).toBe('Round: sheet to fill in')
  expect(paper?.code).toBe(`${window.location.origin}/rounds/${id}`)
  expect(paper?.lines.map((line) => /Zeta|Alpha/.exec(line)?.[0])).toEqual(['Zeta', 'Alpha'])
  for (const line of paper?.lines ?? []) {
    expect(line).toContain('PositiveNegativeInvalid')
    expect(line.match(/Positive/g)).toHaveLength(1)
    expect(line).not.toContain('Coughs')
  }
  expect(document.querySelector('[data-print-round]')).toBeNull()
})

test('every page of a sheet says which round it belongs to and which of its pages it is', async () => {
  await open()
  await chooseInMenu('Print an empty sheet')
  await waitFor(() => expect(paper).toBeDefined())
  expect(paper?.code).toBe(`${window.location.origin}/rounds/${id}`)
  expect(paper?.margins).toContain('@page round')
  expect(paper?.margins).toContain('"Page " counter(page) " of " counter(pages) ""')
  expect(paper?.margins).toMatch(/"Fernbank .*TideCheck .*2026/)
})

test('a sheet of results says what was entered, by whom and when', async () => {
  await open({ state: 'finished' })
  await chooseInMenu('Print the results')
  await waitFor(() => expect(paper).toBeDefined())
  expect(paper?.title).toBe('Round: what was entered')
  expect(paper?.lines[0]).toContain('No entry')
  expect(paper?.lines[1]).toMatch(/Positive.*Rosie Atkinson.*Coughs/)
  await userEvent.click(screen.getByRole('button', { name: 'Order, print, pause or cancel' }))
  expect(screen.queryByRole('menuitem', { name: 'Print an empty sheet' })).toBeNull()
})

test('the browser’s own command prints what was entered on a sheet of its own, and the button the one that was chosen', async () => {
  await open()
  await screen.findByRole('button', { name: 'Resident Alpha' })
  const sheet = () => document.querySelector('[data-print-round]')
  await waitFor(() => {
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(sheet()?.getAttribute('data-print-round')).toBe('results')
  })
  expect(sheet()?.textContent).toMatch(/Fernbank.*Resident Alpha.*Positive/)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(sheet()).toBeNull()
  vi.stubGlobal('print', () => {
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    paper = { title: sheet()?.querySelector('h1')?.textContent ?? '', lines: [], code: undefined, margins: '' }
    window.dispatchEvent(new Event('afterprint'))
  })
  await chooseInMenu('Print an empty sheet')
  await waitFor(() => expect(paper?.title).toBe('Round: sheet to fill in'))
})

test('the arrow leads from the page to the first person who is not entered', async () => {
  await open()
  const name = await screen.findByRole('button', { name: 'Resident Zeta' })
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(name)
  // In a field it does what it does there.
  const find = await screen.findByLabelText('Find a person')
  find.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(find)
})

const ownEntry = { enteredBy: { id: aUser('tenant').id, name: 'Tess Tenant' }, entry: rows[1]?.entry ?? null }

test('Delete takes the own last entry back at once, and says whose and what it was', async () => {
  const own = rowOf('6', 'Alpha', '10', { ...ownEntry, enteredAt: '2026-03-01T09:41:00.000Z' })
  const { fetched } = await open({}, { people: [...rows.slice(0, 1), own] })
  const alpha = await screen.findByRole('button', { name: 'Resident Alpha' })
  alpha.focus()
  await userEvent.keyboard('{Delete}')
  await waitFor(() => expect(sentBody(fetched, '/entries')).toMatchObject({ entries: [{ entry: null }] }))
  expect(currentMessages().at(-1)?.text).toBe('The entry “Positive” for Resident Alpha was taken back')
})

test.each([
  ['Delete', '{Delete}', 'Take back the entry for Resident Alpha?', 'Take the entry back', { entry: null }],
  [
    'a digit',
    '2',
    'Replace the entry for Resident Alpha?',
    'Replace it with “Negative”',
    { entry: { analyteResults: [{ result: 'negative' }] } },
  ],
])(
  '%s asks before the entry of somebody else is lost, and leaves it if so told',
  async (_, key, title, leave, sent) => {
    const { fetched } = await open()
    const alpha = await screen.findByRole('button', { name: 'Resident Alpha' })
    alpha.focus()
    await userEvent.keyboard(key)
    const dialog = await screen.findByRole('dialog', { name: title })
    expect(dialog.textContent).toMatch(/Rosie Atkinson entered “Positive” at 0?9:40/)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Keep “Positive”' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(called(fetched, 'PUT', '/entries')).toEqual([])
    alpha.focus()
    await userEvent.keyboard(key)
    await userEvent.click(await screen.findByRole('button', { name: leave }))
    await waitFor(() => expect(sentBody(fetched, '/entries')).toMatchObject({ entries: [sent] }))
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

test('whoever replaces the entry of somebody else goes on with the next person', async () => {
  await open({}, { people: rows.toReversed() })
  const alpha = await screen.findByRole('button', { name: 'Resident Alpha' })
  alpha.focus()
  await userEvent.keyboard('2')
  await userEvent.click(await screen.findByRole('button', { name: 'Replace it with “Negative”' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Resident Zeta' }))
})

/** Somebody whom somebody else has entered. */
const entered = (end: string, lastName: string) => ({ ...rowOf(end, lastName, end), ...theirs })
const { entry, enteredBy, enteredAt } = rowOf('6', 'Alpha', '10', rows[1])
const theirs = { entry, enteredBy, enteredAt }
const lastWords = () => currentMessages().at(-1)?.text

test('after an entry the next person who is not entered follows, and who was passed over is said', async () => {
  await open(
    {},
    { people: [rowOf('7', 'Zeta', '2'), entered('6', 'Alpha'), entered('8', 'Gamma'), rowOf('9', 'Beta', '9')] },
  )
  ;(await screen.findByRole('button', { name: 'Resident Zeta' })).focus()
  await userEvent.keyboard('2')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Resident Beta' })))
  expect(lastWords()).toBe('2 passed over, because somebody else has entered them already. The first: Resident Alpha')
})

test('after the last of the order the first who is not entered follows, and then it is said that none is left', async () => {
  await open({}, { people: [rowOf('7', 'Zeta', '2'), entered('6', 'Alpha'), rowOf('9', 'Beta', '9')] })
  const beta = await screen.findByRole('button', { name: 'Resident Beta' })
  beta.focus()
  await userEvent.keyboard('2')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Resident Zeta' })))
  expect(lastWords()).toBe('Back to Resident Zeta: there is no entry yet')
  pressLater('2')
  await waitFor(() => expect(lastWords()).toBe('All are entered. The round can be finished.'))
})

test('the digit of what somebody else has entered changes nothing, says so, and leads on', async () => {
  const { fetched } = await open({}, { people: rows.toReversed() })
  ;(await screen.findByRole('button', { name: 'Resident Alpha' })).focus()
  await userEvent.keyboard('1')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Resident Zeta' })))
  expect(lastWords()).toBe('Nothing was changed: Rosie Atkinson has entered “Positive” for Resident Alpha already')
  expect(called(fetched, 'PUT', '/entries')).toEqual([])
})

test('Delete says where there is nothing to take back', async () => {
  await open()
  ;(await screen.findByRole('button', { name: 'Resident Zeta' })).focus()
  await userEvent.keyboard('{Delete}')
  expect(lastWords()).toBe('There is no entry of Resident Zeta to take back')
})

test('the key of a time says where there is one already', async () => {
  const { fetched } = await open(
    { timing: 'person' },
    { people: [rowOf('7', 'Zeta', '2', { appliedAt: '2026-03-01T09:40:00.000Z' })] },
  )
  ;(await screen.findByRole('button', { name: 'Resident Zeta' })).focus()
  await userEvent.keyboard('t')
  await waitFor(() => expect(lastWords()).toBe('Resident Zeta has a time or an entry already. Nothing was changed.'))
  expect(called(fetched, 'PUT', '/timers')).toEqual([])
})

test('Delete asks before it takes back what the user entered before their last entry', async () => {
  const own = rowOf('6', 'Alpha', '10', { ...ownEntry, enteredAt: '2026-03-01T09:40:00.000Z' })
  const later = rowOf('7', 'Zeta', '2', { ...ownEntry, enteredAt: '2026-03-01T09:50:00.000Z' })
  const { fetched } = await open({}, { people: [later, own] })
  const alpha = await screen.findByRole('button', { name: 'Resident Alpha' })
  alpha.focus()
  await userEvent.keyboard('{Delete}')
  const dialog = await screen.findByRole('dialog', { name: 'Take back the entry for Resident Alpha?' })
  expect(dialog.textContent).toMatch(/You entered “Positive” at 0?9:40, before your last entry\./)
  expect(called(fetched, 'PUT', '/entries')).toEqual([])
})

const threeLines = {
  assay: {
    ...round.assay,
    analytes: ['sars', 'flu-a', 'flu-b'].map((line) => ({ id: line, name: line.toUpperCase() })),
  },
}
const resultsOf = (...results: string[]) =>
  results.map((result, at) => ({ analyteId: threeLines.assay.analytes[at]?.id, result }))

test.each([
  ['0 enters all lines as negative', ['0'], resultsOf('negative', 'negative', 'negative')],
  ['0 fills in the lines after one that differs', ['1', '0'], resultsOf('positive', 'negative', 'negative')],
  ['9 enters all lines as invalid', ['9'], resultsOf('invalid', 'invalid', 'invalid')],
])('of a kit with several lines, %s and leads on', async (_, keys, analyteResults) => {
  const { fetched } = await open(threeLines, { people: [rowOf('7', 'Zeta', '2'), rowOf('8', 'Theta', '3')] })
  const zeta = await screen.findByRole('button', { name: 'Resident Zeta' })
  act(() => zeta.focus())
  for (const key of keys) {
    expect(called(fetched, 'PUT', '/entries')).toEqual([])
    pressLater(key)
    await waitFor(() => expect(document.querySelector('[data-pending]')).toBeNull())
  }
  await waitFor(() => expect(sentBody(fetched, '/entries')).toMatchObject({ entries: [{ entry: { analyteResults } }] }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Resident Theta' }))
})

test('0 replaces no result that stands, and says how to', async () => {
  const analyteResults = resultsOf('negative', 'positive', 'negative') as { analyteId: string; result: Result }[]
  const entry = { outcome: 'tested', analyteResults, reason: null, note: null, deviceImageId: null } as const
  const own = rowOf('6', 'Alpha', '10', { ...ownEntry, entry, enteredAt: '2026-03-01T09:41:00.000Z' })
  const { fetched } = await open(threeLines, { people: [own] })
  const alpha = await screen.findByRole('button', { name: 'Resident Alpha' })
  expect(screen.getByRole('button', { name: 'All negative' }).getAttribute('aria-disabled')).toBe('true')
  act(() => alpha.focus())
  pressLater('0')
  await waitFor(() => expect(currentMessages().at(-1)?.text).toMatch(/^Every line of Resident Alpha has a result/))
  expect(called(fetched, 'PUT', '/entries')).toEqual([])
})

test('the check before the end, and the rows after it, name the line of each result', async () => {
  const entry = {
    outcome: 'tested',
    reason: null,
    analyteResults: resultsOf('negative', 'positive', 'negative'),
    deviceImageId: null,
    note: null,
  } as RoundRow['entry']
  const lines = 'SARS: Negative, FLU-A: Positive, FLU-B: Negative'
  await open(threeLines, { people: [rowOf('7', 'Zeta', '2', { entry }), rowOf('8', 'Theta', '3')] })
  await userEvent.click(await screen.findByRole('button', { name: 'Finish the round' }))
  const check = screen.getByRole('heading', { name: /^Check the results/ }).closest('section')
  expect(check?.textContent).toContain(`Room 2 · ${lines}`)
  // Also of whom there is no entry, because two people may have one name.
  expect(check?.textContent).toContain('Resident Theta · 03/02/1941')
  cleanup()
  await open({ ...threeLines, state: 'finished' }, { people: [rowOf('7', 'Zeta', '2', { entry })] })
  const standing = await screen.findByRole('group', { name: 'Entry for Resident Zeta' })
  expect(standing.textContent).toContain(lines)
})

test('a digit that no result has enters nothing, and says so; a kit with one line has no key for all of them', async () => {
  const { fetched } = await open({}, { people: [rowOf('7', 'Zeta', '2')] })
  const zeta = await screen.findByRole('button', { name: 'Resident Zeta' })
  act(() => zeta.focus())
  for (const digit of ['0', '4', '9']) {
    pressLater(digit)
    await waitFor(() =>
      expect(currentMessages().at(-1)?.text).toBe(`Nothing was entered: no result has the digit ${digit}`),
    )
  }
  expect(called(fetched, 'PUT', '/entries')).toEqual([])
  expect(document.activeElement).toBe(zeta)
})

test('who is not tested is chosen in the menu of the person, whose keys move within it', async () => {
  const { fetched } = await open(threeLines, { people: [rowOf('7', 'Zeta', '2'), rowOf('8', 'Theta', '3')] })
  await userEvent.click(await screen.findByRole('button', { name: 'Not tested: Resident Zeta' }))
  expect(document.activeElement).toBe(screen.getByRole('menuitemradio', { name: 'Absent' }))
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(screen.getByRole('menuitemradio', { name: 'Refused' }))
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Refused' }))
  await waitFor(() =>
    expect(sentBody(fetched, '/entries')).toMatchObject({ entries: [{ entry: { outcome: 'refused' } }] }),
  )
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Resident Theta' }))
})

test('a key enters the person whose menu is open, and leads on', async () => {
  const { fetched } = await open({}, { people: [rowOf('7', 'Zeta', '2'), rowOf('8', 'Theta', '3')] })
  await userEvent.click(await screen.findByRole('button', { name: 'Not tested: Resident Zeta' }))
  pressLater('2')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Resident Theta' })))
  expect(sentBody(fetched, '/entries')).toMatchObject({ entries: [{ subjectId: idOf('7') }] })
})

test('a round is cancelled from its menu once that is confirmed, and its end is told where the focus then is', async () => {
  const cancelled = reply(200, { data: { ...round, state: 'cancelled', revision: 3 } })
  const { fetched } = await open({}, { replies: { [`PUT /rounds/${id}/cancel`]: cancelled } })
  await chooseInMenu('Cancel the round')
  expect(called(fetched, 'PUT', '/cancel')).toEqual([])
  const dialog = await screen.findByRole('dialog', { name: 'Cancel this round?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel the round' }))
  await waitFor(() =>
    expect(document.activeElement?.textContent).toBe('This round was cancelled. None of it was recorded.'),
  )
})

test('the check before the end gives the focus back to the button that opened it', async () => {
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Finish the round' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^Check the results/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Back to the round' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Finish the round' }))
})

test('a note is added to the entry of somebody else without a question', async () => {
  const { fetched } = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Resident Alpha' }))
  await userEvent.type(await screen.findByLabelText(/^Note/), ' a little')
  await userEvent.click(screen.getByRole('button', { name: 'Enter' }))
  await waitFor(() =>
    expect(sentBody(fetched, '/entries')).toMatchObject({ entries: [{ entry: { note: 'Coughs a little' } }] }),
  )
})

test('a note that is too long stays whole and keeps everything of its person from being entered', async () => {
  const { fetched } = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Resident Zeta' }))
  const note = await screen.findByLabelText<HTMLTextAreaElement>(/^Note/)
  await userEvent.click(note)
  await userEvent.paste('x'.repeat(1004))
  expect(note.value).toHaveLength(1004)
  expect(screen.getByText('Max 1000 characters, 4 too many')).toBeDefined()
  await userEvent.click(within(screen.getByRole('group', { name: /SARS-CoV-2: Resident Zeta/ })).getByText('Negative'))
  expect(currentMessages()).toMatchObject([{ text: 'Max 1000 characters, 4 too many' }])
  expect(document.activeElement).toBe(note)
  await userEvent.type(note, '{Backspace}{Backspace}{Backspace}{Backspace}')
  await userEvent.click(screen.getByRole('button', { name: 'Enter' }))
  await waitFor(() =>
    expect(sentBody(fetched, '/entries')).toMatchObject({ entries: [{ entry: { note: 'x'.repeat(1000) } }] }),
  )
  expect(called(fetched, 'PUT', '/entries')).toHaveLength(1)
})

const isWaitingForPhoto = /^The photo is still being uploaded/

async function openDetailsOf(name: string) {
  await userEvent.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('form', { name: `Details for ${name}` }))
}

test('what is entered with its details waits for the photo', async () => {
  const { fetched } = await open({}, { replies: takesPhoto })
  const details = await openDetailsOf('Resident Alpha')
  const arrive = await chooseLatePhoto()
  await userEvent.click(details.getByRole('button', { name: 'Enter' }))
  await details.findByText(isWaitingForPhoto)
  expect(called(fetched, 'PUT', '/entries')).toEqual([])
  arrive()
  await details.findByText('Photo added: late.jpg')
  expect(details.queryByText(isWaitingForPhoto)).toBeNull()
  await userEvent.click(details.getByRole('button', { name: 'Enter' }))
  await waitFor(() =>
    expect(sentBody(fetched, '/entries')).toMatchObject({ entries: [{ entry: { deviceImageId: latePhoto.id } }] }),
  )
})

test.each(['2', 'a'])('the key %s enters nothing while a photo is being uploaded, and leads to it', async (key) => {
  const { fetched } = await open({}, { people: [rowOf('7', 'Zeta', '2')], replies: takesPhoto })
  const details = await openDetailsOf('Resident Zeta')
  const arrive = await chooseLatePhoto()
  // Closed details keep their upload.
  await userEvent.click(screen.getByRole('button', { name: 'Resident Zeta' }))
  expect(screen.queryByRole('button', { name: 'Cancel upload' })).toBeNull()
  await userEvent.keyboard(key)
  await waitFor(() => expect(currentMessages().at(-1)?.text).toMatch(isWaitingForPhoto))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel upload' }))
  expect(called(fetched, 'PUT', '/entries')).toEqual([])
  arrive()
  await details.findByText('Photo added: late.jpg')
  screen.getByRole('button', { name: 'Resident Zeta' }).focus()
  await userEvent.keyboard('2')
  await waitFor(() =>
    expect(sentBody(fetched, '/entries')).toMatchObject({ entries: [{ entry: { deviceImageId: latePhoto.id } }] }),
  )
})

test('an upload that fails while its details are closed says whose it was', async () => {
  await open(
    {},
    { replies: { 'POST /device-images': refusal(422, 'validation', { errors: { file: ['An animation'] } }) } },
  )
  await openDetailsOf('Resident Zeta')
  const details = await openDetailsOf('Resident Alpha')
  const arrive = await chooseLatePhoto(screen.getByRole('form', { name: 'Details for Resident Alpha' }))
  const name = screen.getByRole('button', { name: 'Resident Alpha' })
  await userEvent.click(name)
  arrive()
  await waitFor(() => expect(currentMessages().at(-1)?.text).toBe('Resident Alpha: An animation'))
  await userEvent.click(name)
  expect(details.getByRole('button', { name: 'Choose photo', description: 'An animation' })).toBeDefined()
})

test('who is hidden by a filter keeps the photo on its way, is named in the check, and can cancel it', async () => {
  await open({}, { people: [rowOf('7', 'Zeta', '2'), rowOf('8', 'Theta', '3', { unit: 'Lake' })], replies: takesPhoto })
  await openDetailsOf('Resident Zeta')
  await chooseLatePhoto()
  await userEvent.selectOptions(screen.getByLabelText('Unit'), 'Lake')
  expect(screen.queryByRole('button', { name: 'Resident Zeta' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Finish the round' }))
  const check = within(await screen.findByRole('region', { name: 'Check the results before they are recorded' }))
  const words = check.getByText(isWaitingForPhoto).closest('[role=alert]')
  expect(words?.textContent).toContain('Resident Zeta · 03/02/1941')
  expect(words?.textContent).not.toContain('Theta')
  await userEvent.click(check.getByRole('button', { name: 'Go to Resident Zeta' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel upload' }))
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  act(() => screen.getByRole('button', { name: 'Resident Zeta' }).focus())
  pressLater('2')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Resident Theta' })))
})

test('a photo that failed while a filter hid its person can be tried again once they are shown', async () => {
  const replies = { 'POST /device-images': new TypeError('Failed to fetch') }
  await open({}, { people: [rowOf('7', 'Zeta', '2'), rowOf('8', 'Theta', '3', { unit: 'Lake' })], replies })
  await openDetailsOf('Resident Zeta')
  const arrive = await chooseLatePhoto()
  const unit = screen.getByLabelText('Unit')
  await userEvent.selectOptions(unit, 'Lake')
  arrive()
  await waitFor(() => expect(lastWords()).toMatch(/^Resident Zeta: The photo could not be uploaded/))
  await userEvent.selectOptions(unit, 'All units')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})

test('messages stand above the buttons of the check before the end only while it is shown', async () => {
  await open()
  await screen.findByRole('button', { name: 'Resident Zeta' })
  const { dataset } = document.documentElement
  expect([dataset['hasThumbBar'], dataset['hasThumbWays']]).toEqual(['1', undefined])
  await userEvent.click(screen.getByRole('button', { name: 'Finish the round' }))
  expect(dataset['hasThumbWays']).toBe('1')
  await userEvent.click(screen.getByRole('button', { name: 'Back to the round' }))
  expect(dataset['hasThumbWays']).toBeUndefined()
})

test('a round’s page asks before it is left while a photo is being uploaded, and then stops the upload', async () => {
  const { router } = await open({}, { people: [rowOf('7', 'Zeta', '2')], replies: takesPhoto })
  await openDetailsOf('Resident Zeta')
  await chooseLatePhoto()
  const leave = () => act(async () => void router.navigate({ to: '/error' }))
  await leave()
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' })
  expect(dialog.textContent).toContain('A photo is still being uploaded and will be lost.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stay here' }))
  expect(screen.getByRole('progressbar', { name: 'Uploading the photo' })).toBeDefined()
  await leave()
  await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Resident Zeta' })).toBeNull())
  await act(async () => await router.navigate({ to: '/rounds/$id', params: { id } }))
  const zeta = await screen.findByRole('button', { name: 'Resident Zeta' })
  act(() => zeta.focus())
  const before = currentMessages().length
  pressLater('2')
  await waitFor(() => expect(currentMessages().length).toBeGreaterThan(before))
  expect(lastWords()).toBe('All are entered. The round can be finished.')
})

test('a round is not finished without a photo that is being uploaded, or is not entered', async () => {
  await open({}, { replies: takesPhoto })
  const details = await openDetailsOf('Resident Alpha')
  const arrive = await chooseLatePhoto()
  await userEvent.click(screen.getByRole('button', { name: 'Finish the round' }))
  const check = within(await screen.findByRole('region', { name: 'Check the results before they are recorded' }))
  const isHeld = () => check.getByRole('button', { name: /^Record/ }).getAttribute('aria-disabled')
  await check.findByText(isWaitingForPhoto)
  expect(isHeld()).toBe('true')
  arrive()
  await check.findByText('Resident Alpha · 03/02/1941 · Photo of the device')
  expect([isHeld(), check.queryByText(isWaitingForPhoto)]).toEqual(['true', null])
  await userEvent.click(details.getByRole('button', { name: 'Remove photo' }))
  await waitFor(() => expect(isHeld()).toBeNull())
})

test('the check before the end names whose note is typed and not entered, leads to them, and lets it be discarded', async () => {
  const { fetched } = await open()
  const ofZeta = await openDetailsOf('Resident Zeta')
  await userEvent.type(ofZeta.getByLabelText(/^Note/), 'Asleep')
  const ofAlpha = await openDetailsOf('Resident Alpha')
  await userEvent.type(ofAlpha.getByLabelText(/^Note/), ' a lot')
  const openCheck = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Finish the round' }))
    return within(await screen.findByRole('region', { name: 'Check the results before they are recorded' }))
  }
  let check = await openCheck()
  const isHeld = () => check.getByRole('button', { name: /^Record/ }).getAttribute('aria-disabled')
  expect(check.getByText('Resident Zeta · 03/02/1941 · Note: Asleep')).toBeDefined()
  expect(check.getByText('Resident Alpha · 03/02/1941 · Note: Coughs a lot')).toBeDefined()
  expect(isHeld()).toBe('true')
  await userEvent.click(check.getByRole('button', { name: 'Discard for Resident Zeta' }))
  expect(check.queryByText(/Asleep/)).toBeNull()
  expect(document.activeElement).toBe(check.getByRole('heading', { name: /^Check the results/ }))
  await userEvent.click(check.getByRole('button', { name: 'Go to Resident Alpha' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Resident Alpha' }))
  await userEvent.click(ofAlpha.getByRole('button', { name: 'Enter' }))
  await waitFor(() =>
    expect(sentBody(fetched, '/entries')).toMatchObject({ entries: [{ entry: { note: 'Coughs a lot' } }] }),
  )
  check = await openCheck()
  expect(check.queryByText(/a lot/)).toBeNull()
})

test('a text that was typed and taken away again does not hold up the end of a round', async () => {
  await open()
  const details = await openDetailsOf('Resident Alpha')
  await userEvent.type(details.getByLabelText(/^Note/), '!{Backspace}')
  await userEvent.click(screen.getByRole('button', { name: 'Finish the round' }))
  const check = within(await screen.findByRole('region', { name: 'Check the results before they are recorded' }))
  expect(check.getByRole('button', { name: /^Record/ }).getAttribute('aria-disabled')).toBeNull()
})

test('a typed room leads to who has exactly that, also if the filter hides them', async () => {
  await open({}, { people: [...rows, rowOf('9', 'Beta', '1', { entry: rows[1]?.entry ?? null })] })
  await userEvent.click(await screen.findByRole('button', { name: 'Only those not entered yet' }))
  expect(screen.queryByRole('button', { name: 'Resident Alpha' })).toBeNull()
  await userEvent.type(screen.getByLabelText('Find a person'), '1{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Resident Beta' }))
})

test('a text that fits several leads to nobody, and namesakes are shown as such', async () => {
  const email = 'liam.two@people.test'
  const twin = rowOf('9', 'Zeta', '3')
  await open({}, { people: [...rows, { ...twin, subject: { ...twin.subject, email } }] })
  const find = await screen.findByLabelText('Find a person')
  await userEvent.type(find, 'zet{Enter}')
  await waitFor(() =>
    expect(currentMessages().at(-1)?.text).toBe('That fits 2 in the list. Type more, or choose there.'),
  )
  expect(document.activeElement).toBe(find)
  // What was typed stays, to be gone on with.
  expect(find).toHaveProperty('value', 'zet')
  expect(screen.getAllByText(/Same name as another · /)).toHaveLength(2)
  expect(screen.getByText(new RegExp(email))).toBeDefined()
  await userEvent.clear(find)
  await userEvent.type(find, `${email}{Enter}`)
  expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Resident Zeta' })[1])
})

test('nothing is recorded while something is chosen for somebody and not entered', async () => {
  const analytes = [
    { id: 'sars', name: 'SARS-CoV-2' },
    { id: 'flu', name: 'Influenza A' },
  ]
  const { fetched } = await open({ assay: { ...round.assay, analytes } }, { people: [rowOf('7', 'Zeta', '2')] })
  ;(await screen.findByRole('button', { name: 'Resident Zeta' })).focus()
  await userEvent.keyboard('1')
  await userEvent.click(screen.getByRole('button', { name: 'Finish the round' }))
  const check = await screen.findByRole('region', { name: 'Check the results before they are recorded' })
  expect(await within(check).findByText('Resident Zeta · 03/02/1941 · SARS-CoV-2: Positive')).toBeDefined()
  expect(within(check).queryByText(/They will not be tested/)).toBeNull()
  const record = within(check).getByRole('button', { name: /^Record/ })
  expect(record.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(record)
  expect(fetched.mock.calls.filter(([address]) => String(address).includes('/finish'))).toEqual([])
})

test('the check of a round begins at the head of the screen', async () => {
  const scrolled = vi.fn<HTMLElement['scrollIntoView']>()
  HTMLElement.prototype.scrollIntoView = scrolled
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Finish the round' }))
  const title = await screen.findByRole('heading', { name: 'Check the results before they are recorded' })
  await waitFor(() => expect(document.activeElement).toBe(title))
  expect(scrolled.mock.contexts).toContain(title)
  expect(scrolled.mock.lastCall).toEqual([{ block: 'start' }])
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView')
})

test('a result that is read too early leads to the reason for that', async () => {
  const assay = { ...round.assay, readFromMinutes: 15, readUntilMinutes: 20 }
  await open(
    { timing: 'person', assay },
    { people: [rowOf('7', 'Zeta', '2', { appliedAt: '2026-03-01T09:55:00.000Z' })] },
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Negative/ }))
  expect(document.activeElement).toBe(screen.getByLabelText('Why is it read early or late?'))
})

test('an open round calls somebody too late, and a finished one nobody who was not tested', async () => {
  const assay = { ...round.assay, readFromMinutes: 15, readUntilMinutes: 20 }
  const applied = rowOf('7', 'Zeta', '2', { appliedAt: '2026-03-01T09:35:00.000Z' })
  await open({ timing: 'person', assay }, { people: [applied] })
  expect(await screen.findByText('Too late')).toBeDefined()
  cleanup()
  await open({ timing: 'person', assay, state: 'finished' }, { people: [applied] })
  await screen.findByRole('button', { name: 'Resident Zeta' })
  expect(screen.queryByText('Too late')).toBeNull()
})

test('whoever finishes a round is told so where the focus then is', async () => {
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Finish the round' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Record 1 test' }))
  await waitFor(() =>
    expect(document.activeElement?.textContent).toBe(
      'This round is finished. Each result is a test record of its own.',
    ),
  )
})

test('rounds that go on stand before those that are over, each with its state', async () => {
  const states = ['finished', 'open', 'cancelled', 'paused'] as const
  await openPage('/rounds', {
    parts: [import('./rounds-page.tsx')],
    user: aUser('tenant'),
    replies: {
      'GET /rounds': reply(200, { data: states.map((state, at) => ({ ...round, id: idOf(String(at + 1)), state })) }),
    },
  })
  const lines = await screen.findAllByRole('article')
  const words = lines.map((line) => /Under way|Paused|Finished|Cancelled/.exec(line.textContent ?? '')?.[0])
  expect(words).toEqual(['Under way', 'Paused', 'Finished', 'Cancelled'])
})

test('whoever starts a round is told of one that is under way with the same group and test kit', async () => {
  const group = { ...round.group, organisationId: round.organisation.id, organisationName: round.organisation.name }
  const other = { ...assay, id: idOf('8'), name: 'Other kit', isDefault: false }
  await openPage('/rounds/new', {
    parts: [import('./rounds-page.tsx'), import('./start-form.tsx')],
    user: aUser('tenant'),
    replies: {
      'GET /rounds': reply(200, { data: [{ ...round, state: 'paused', assay: { ...round.assay, id: assay.id } }] }),
      'GET /groups': pageOf([group]),
      'GET /assays': pageOf([assay, other]),
      'GET /subjects': pageOf([]),
    },
  })
  const told =
    /^A round of this group with this test kit is under way already\. It was started on .* by Rosie Atkinson\.$/
  expect(await screen.findByText(told)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open that round' }).getAttribute('href')).toBe(`/rounds/${id}`)
  await userEvent.selectOptions(screen.getByLabelText('Test kit'), 'Other kit')
  await waitFor(() => expect(screen.queryByText(told)).toBeNull())
})

test.each([
  ['as it is', inviteUrl],
  ['by a scanner with another keyboard', inviteUrl.replaceAll('/', '-').replace(':', 'Ñ').toLowerCase()],
])('the scanned code of an invite, %s, leads to its person and is sent in a body alone', async (_, scanned) => {
  const { fetched, router } = await open(
    {},
    { replies: { [askWhose]: isOf(idOf('7')), 'POST /subjects/matches': pageOf([]) } },
  )
  const find = await screen.findByLabelText<HTMLInputElement>('Find a person')
  await userEvent.type(find, `${scanned}{Enter}`)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Resident Zeta' })))
  expect(find.value).toBe('')
  expect(sentBody(fetched, '/invitees')).toEqual({ code })
  const others = fetched.mock.calls.filter(([address]) => !address.endsWith('/invitees'))
  expect(JSON.stringify([others, fetched.mock.calls.map(([address]) => address)])).not.toContain(code)
  expect(router.state.location.href).not.toContain(code)
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(code)
})

test('a code that is scanned at a row enters nothing for anybody before its person is found', async () => {
  const people = [rowOf('7', 'Zeta', '2'), rowOf('6', 'Alpha', '10')]
  const { fetched } = await open({}, { people, replies: { [askWhose]: isOf(idOf('6')) } })
  const zeta = await screen.findByRole('button', { name: 'Resident Zeta' })
  zeta.focus()
  // Without a pause between the keys, however busy the machine is.
  for (const key of [...inviteUrl, 'Enter']) fireEvent.keyDown(zeta, { key })
  fireEvent.keyDown(document.activeElement ?? document.body, { key: '2' })
  const alpha = screen.getByRole('button', { name: 'Resident Alpha' })
  await waitFor(() => expect(document.activeElement).toBe(alpha))
  // A key that still waited for Zeta would be sent before this one, or be an accident with it.
  pressLater('1')
  await waitFor(() => expect(called(fetched, 'PUT', '/entries')).not.toEqual([]))
  expect(sentBody(fetched, '/entries')).toMatchObject({ entries: [{ subjectId: idOf('6') }] })
})

test('digits that come as quickly as a scan enter nothing, and it is said that nobody has such an ID', async () => {
  const { fetched } = await open()
  const zeta = await screen.findByRole('button', { name: 'Resident Zeta' })
  zeta.focus()
  for (const key of '1212') fireEvent.keyDown(zeta, { key })
  const words =
    'Nothing was entered: keys that come this quickly are taken for a scan, and nobody here has the ID “1212”.'
  await waitFor(() => expect(currentMessages().at(-1)?.text).toBe(words))
  expect(called(fetched, 'PUT', '/entries')).toEqual([])
})

test.each([
  ['whose person is not in the round', isOf(null), 'The person with this invite is not in the list.'],
  ['that is unknown', refusal(404, 'code-invalid'), /^This invite is not known here\./],
  ['without a connection', new TypeError('Failed to fetch'), /^The server cannot be reached/],
])('the code of an invite %s is told plainly, and not repeated', async (_, given, words) => {
  await open({}, { replies: { [askWhose]: given } })
  await userEvent.type(await screen.findByLabelText('Find a person'), `${inviteUrl}{Enter}`)
  await waitFor(() => expect(currentMessages().at(-1)?.text).toMatch(words))
  expect(JSON.stringify(currentMessages())).not.toContain(code)
})

test('the camera leads to who holds an invite in front of it, and closes', async () => {
  const { fetched } = await open({}, { replies: { [askWhose]: [isOf(null), isOf(idOf('7'))] } })
  const stop = vi.fn()
  const other = inviteUrl.replace(/..$/, '22')
  const seen = [other]
  inFrontOfCamera(seen, async () => ({ getTracks: () => [{ stop }] }))
  await userEvent.click(await screen.findByRole('button', { name: 'Scan with the camera' }))
  expect(await screen.findByText('The person with this invite is not in the list.')).toBeDefined()
  expect(screen.getByRole('dialog')).toBeDefined()
  seen.push(inviteUrl)
  const zeta = screen.getByText('Resident Zeta').closest('button')
  await waitFor(() => expect(document.activeElement).toBe(zeta))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(stop).toHaveBeenCalled()
  expect(sentBody(fetched, '/invitees')).toEqual({ code })
})

test('a long text that nobody is called is repeated by its beginning', async () => {
  await open({}, { replies: { 'POST /subjects/matches': pageOf([]) } })
  await userEvent.click(await screen.findByLabelText('Find a person'))
  await userEvent.paste(`${'x'.repeat(200)}`)
  await userEvent.keyboard('{Enter}')
  await waitFor(() =>
    expect(currentMessages().at(-1)?.text).toBe(`Nobody here has the name or number “${'x'.repeat(40)}…”`),
  )
})

test.each([
  ['first', [0, 1]],
  ['last', [1, 0]],
])(
  'of two scanned codes only the later one is answered, also if the answer to the earlier comes %s',
  async (_, order) => {
    await open()
    const fetched = vi.mocked(globalThis.fetch)
    const answers: ((answer: Response) => void)[] = []
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) =>
      address.endsWith('/invitees')
        ? await new Promise<Response>((resolve) => answers.push(resolve))
        : await fetched(address, init),
    )
    const before = currentMessages().length
    const find = await screen.findByLabelText('Find a person')
    for (const many of [1, 2]) {
      await userEvent.type(find, `${inviteUrl}{Enter}`)
      await waitFor(() => expect(answers).toHaveLength(many))
    }
    for (const at of order) {
      await act(async () => {
        answers[at]?.(isOf(at === 0 ? null : idOf('7')))
        await new Promise((done) => setTimeout(done, 50))
      })
    }
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Resident Zeta' })))
    expect(currentMessages()).toHaveLength(before)
  },
)

const asked = (fetched: ReturnType<typeof vi.fn>) =>
  fetched.mock.calls.map(([address]) => String(address)).filter((address) => address.includes(`/rounds/${id}`))

test('a round is asked for once as it is opened, and again when it is opened again', async () => {
  const { router, fetched } = await open()
  await screen.findByRole('button', { name: 'Resident Zeta' })
  const openings = () => asked(fetched).filter((address) => address.endsWith(id))
  expect(openings()).toHaveLength(1)
  await act(async () => await router.navigate({ to: '/error' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Resident Zeta' })).toBeNull())
  await act(async () => await router.navigate({ to: '/rounds/$id', params: { id } }))
  await screen.findByRole('button', { name: 'Resident Zeta' })
  expect(openings()).toHaveLength(2)
})

test('what others enter is asked for at once when the page is seen, and not while nobody sees it', async () => {
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const changed = { ...round, revision: 3 }
  const zeta = rowOf('7', 'Zeta', '2', { revision: 3, room: '99' })
  const { fetched } = await open(
    {},
    {
      replies: {
        [`GET /rounds/${id}/changes`]: [
          reply(200, { data: changed, rows: [zeta], now: '2026-03-01T10:00:01.000Z' }),
          new Response(null, { status: 304 }),
        ],
      },
    },
  )
  await screen.findByRole('button', { name: 'Resident Zeta' })
  const timers = vi.spyOn(globalThis, 'setTimeout')
  fireEvent(document, new Event('visibilitychange'))
  expect(timers.mock.calls.filter(([, ms]) => ms === 1000)).toEqual([])
  const changes = () => called(fetched, 'GET', '/changes')
  expect(changes()).toEqual([])

  state.mockReturnValue('visible')
  fireEvent(document, new Event('visibilitychange'))
  expect(changes()).toHaveLength(1)
  expect(await screen.findByText(/99/)).toBeDefined()
  // What is as it was is answered without a body, and nothing is said about it.
  await waitFor(() => expect(changes().length).toBeGreaterThan(1))
  expect(changes()[1]?.[0]).toContain('after=3')
  expect(new Headers(changes()[1]?.[1]?.headers).get('if-none-match')).toBe('"3"')
  await waitFor(() => expect(changes().length).toBeGreaterThan(2))
  expect(screen.queryByText(/not been saved|cannot be reached/)).toBeNull()
  expect(screen.getByText(/99/)).toBeDefined()
  timers.mockRestore()
  state.mockRestore()
})

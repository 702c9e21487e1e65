import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Notification } from '../../contract/notifications/items.ts'
import type { ReportedForm } from '../../contract/notifications/reported-form.ts'
import type { NotificationReport } from '../../contract/notifications/reports.ts'
import type { NotificationRule } from '../../contract/notifications/rules.ts'
import type { Sending } from '../../contract/notifications/sending.ts'
import { noDetails } from '../../contract/subjects/details.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { openPage } from '../testing/open-page.tsx'
import { aUser, called, pageOf, refusal, reply, sentBody } from '../testing/replies.ts'
import { animals } from '../testing/subjects.tsx'
import { currentMessages } from '../ui/snackbar-store.ts'

const idOf = (end: string) => `01998878-2800-7000-8000-00000000000${end}`

const item: Notification = {
  id: idOf('1'),
  rule: { id: idOf('2'), name: 'Positives' },
  ruleVersion: 1,
  authority: 'UKHSA',
  kind: 'first',
  refersTo: null,
  outcome: null,
  state: 'incomplete',
  closedBecause: null,
  missing: ['sex', 'clia'],
  versionAt: '2026-03-01T09:30:00.000Z',
  dueAt: '2026-03-02T09:30:00.000Z',
  isOverdue: true,
  sentAt: null,
  sentBy: null,
  reportId: null,
  reportWay: null,
  reportProblem: null,
  withdrawn: null,
  answeredAt: null,
  answeredBy: null,
  answerReason: null,
  record: {
    id: idOf('3'),
    version: 1,
    testId: 'HARB-2345-6789',
    result: 'positive',
    performedAt: '2026-03-01T09:30:00.000Z',
    performedZone: 'Europe/London',
    subject: {
      id: idOf('4'),
      kind: 'human',
      email: null,
      dateOfBirth: '1980-03-05',
      firstName: 'Nora',
      lastName: 'Quill',
      localId: null,
      customId1: null,
      customId2: null,
      groupId: idOf('5'),
    },
    organisation: { id: idOf('6'), name: 'Harbour Care Homes' },
    group: { id: idOf('5'), name: 'Fernbank' },
    assay: { id: idOf('7'), name: 'TideCheck' },
  },
  version: 1,
}

const rule: NotificationRule = {
  id: idOf('2'),
  name: 'Positives',
  authority: 'UKHSA',
  contact: null,
  organisations: [],
  groups: [],
  analytes: [{ name: 'SARS-CoV-2', loinc: '94558-4', snomed: '840533007' }],
  results: ['positive'],
  withinHours: 24,
  needed: ['sex'],
  format: 'csv',
  way: 'download',
  isOn: false,
  template: null,
  version: 3,
  since: '2026-03-01T09:30:00.000Z',
  madeBy: 'Rosie Atkinson',
  assays: [{ id: idOf('7'), name: 'TideCheck' }],
}

/** The rule of the items, with whom it tells and how. */
const ruleOfItems = { ...item.rule, authority: 'UKHSA', format: 'csv', way: 'download' }

const counts = {
  overdue: 1,
  due: 0,
  incomplete: 1,
  ready: 0,
  sending: 0,
  rejected: 0,
  rules: [{ ...ruleOfItems, toReport: 0 }],
}

async function open(
  address: string,
  replies: Parameters<typeof openPage>[1]['replies'] = {},
  preferences: Partial<Preferences> = {},
) {
  return await openPage(address, {
    parts: [
      import('./notifications-page.tsx'),
      import('./answer-form.tsx'),
      import('./choosing.tsx'),
      import('./close-form.tsx'),
      import('./opening.tsx'),
      import('./rules-page.tsx'),
      import('./rule-page.tsx'),
      import('./rule-form.tsx'),
      import('./sending-form.tsx'),
      import('./reports-page.tsx'),
    ],
    user: aUser('tenant'),
    preferences: { countries: ['GB'], ...preferences },
    replies: {
      'GET /notifications': pageOf([item]),
      'GET /notifications/counts': reply(200, { data: counts }),
      'GET /notification-rules': pageOf([rule]),
      [`GET /notification-rules/${rule.id}`]: reply(200, { data: rule }),
      [`GET /notification-rules/${rule.id}/versions`]: pageOf([{ ...rule, id: '3', until: null }]),
      'GET /assays': pageOf([]),
      'GET /organisations': pageOf([]),
      'GET /groups': pageOf([]),
      ...replies,
    },
  })
}

test('an item says what is missing and leads there', async () => {
  await open('/notifications', {}, { subjectDetails: ['sex'] })
  expect(await screen.findByText('Missing: sex and CLIA number')).toBeDefined()
  const links = screen.getAllByRole('link', { name: /^Enter it at/ }).map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    `/subjects/${item.record.subject.id}/edit?field=details.sex`,
    `/groups/${item.record.group.id}/edit?field=clia`,
  ])
  expect(screen.getByRole('link', { name: item.record.testId }).getAttribute('href')).toBe(
    `/test-records/${item.record.id}`,
  )
  const overdue = await screen.findByRole('link', { name: '1 overdue' })
  expect(overdue.getAttribute('href')).toBe('/notifications?due=overdue')
  expect(screen.queryByText('0 ready')).toBeNull()
})

test('the list asks for what was not told, and what was told stands behind a filter', async () => {
  const { fetched } = await open('/notifications')
  await screen.findByRole('row', { name: new RegExp(item.record.testId) })
  const asked = called(fetched, 'GET', '/notifications').map(([address]) => String(address))
  expect(asked.filter((address) => address.includes('state='))).toEqual([])
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  const told = screen.getByRole('link', { name: 'What was told' })
  expect(told.getAttribute('href')).toBe('/notifications?state=done&sort=-told_at')
})

const told: Notification = {
  ...item,
  state: 'sent',
  missing: [],
  isOverdue: false,
  sentAt: '2026-03-02T08:15:00.000Z',
  sentBy: 'Rosie Atkinson',
  reportId: idOf('9'),
}

test('when it was due and when it was told are two columns, and who told it and what was answered is one line', async () => {
  await open('/notifications?state=all', {
    'GET /notifications': pageOf([{ ...told, state: 'acknowledged', answerReason: 'Entered in the portal' }]),
  })
  const row = await screen.findByRole('row', { name: new RegExp(item.record.testId) })
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const cells = within(row).getAllByRole('cell')
  expect(cells[heads.indexOf('Due')]?.textContent).toBe('02/03/2026 09:30')
  const cell = cells[heads.indexOf('Told')]
  expect([...(cell?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    '02/03/2026 08:15',
    'by Rosie Atkinson · Entered in the portal',
  ])
})

test.each([
  ['It has it', 'It has it'],
  ['It rejected it', 'It rejected it'],
])('a row that was told offers the answer “%s”, which is chosen in the form', async (name, chosen) => {
  await open('/notifications?state=sent', { 'GET /notifications': pageOf([told]) })
  const row = await screen.findByRole('row', { name: new RegExp(item.record.testId) })
  expect(within(row).queryByRole('link', { name: /^Told another way/ })).toBeNull()
  await userEvent.click(within(row).getByRole('link', { name: new RegExp(`^${name}`) }))
  const form = await screen.findByRole('form', { name: 'Answer of the authority' })
  expect(within(form).getByRole('radio', { checked: true })).toBe(within(form).getByRole('radio', { name: chosen }))
})

const ready: Notification = { ...item, state: 'ready', missing: [], isOverdue: false }
const countsToReport = (toReport: number) =>
  reply(200, { data: { ...counts, ready: toReport, rules: [{ ...ruleOfItems, toReport }] } })

test('a row that is ready offers its report, after what is known of an earlier one', async () => {
  const { fetched } = await open('/notifications', {
    'GET /notifications': pageOf([{ ...ready, withdrawn: 'may-have-arrived' }]),
    'POST /notification-reports': reply(200, { data: null }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Report HARB-2345-6789' }))
  const asked = await screen.findByRole('dialog', { name: 'Make a report?' })
  expect(asked.textContent).toContain('It may have arrived with a report that was withdrawn.')
  await userEvent.click(within(asked).getByRole('button', { name: 'Make a report' }))
  await waitFor(() =>
    expect(sentBody(fetched, '/notification-reports')).toEqual({ ruleId: rule.id, ids: [item.id], except: [] }),
  )
})

test.each([
  [0, 0],
  [1, 1],
])('among the reports, %s ready notifications have %s links to what is ready', async (toReport, links) => {
  await open('/notifications/reports', {
    'GET /notifications/counts': countsToReport(toReport),
    'GET /notification-reports': pageOf([]),
  })
  expect(await screen.findByRole('combobox', { name: 'Rule' })).toBeDefined()
  expect(screen.getByRole('region', { name: 'Make a report' })).toBeDefined()
  const list = within(screen.getByRole('region', { name: 'Reports' }))
  expect(list.queryAllByRole('link', { name: 'See what is ready' })).toHaveLength(links)
})

test('a report is offered of the first rule of which something is ready', async () => {
  await open('/notifications/reports', {
    'GET /notifications/counts': reply(200, {
      data: {
        ...counts,
        ready: 1,
        rules: [
          { ...ruleOfItems, toReport: 0 },
          { ...ruleOfItems, id: idOf('7'), name: 'Another rule', toReport: 1 },
        ],
      },
    }),
    'GET /notification-reports': pageOf([]),
  })
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Rule' })
  expect(choice.selectedOptions[0]?.textContent).toBe('Another rule')
  expect(await screen.findByRole('button', { name: 'Report 1' })).toBeDefined()
})

test('where no rule makes anything to report, whoever may make one is led to the rules', async () => {
  await open('/notifications/reports', {
    'GET /notifications/counts': reply(200, { data: { ...counts, ready: 0, rules: [] } }),
    'GET /notification-reports': pageOf([]),
  })
  const words = await screen.findByText(/^There are no notifications yet/)
  const link = words.parentElement?.querySelector('a')
  expect([link?.textContent, link?.getAttribute('href')]).toEqual([
    'Notification rules',
    expect.stringContaining('notification-rules'),
  ])
})

test('whoever makes a report is told before and after that they must send it on, and led to the reports', async () => {
  URL.createObjectURL = () => 'blob:data'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { router } = await open('/notifications', {
    'GET /notifications': pageOf([ready]),
    'GET /notifications/counts': countsToReport(1),
    'POST /notification-reports': reply(201, { data: { ...report, way: 'download', state: 'made', items: 1 } }),
    [`GET /notification-reports/${report.id}/file`]: reply(200, {
      data: { name: report.fileName, mediaType: 'text/csv', content: '' },
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Report 1' }))
  const asked = await screen.findByRole('dialog', { name: 'Make a report?' })
  expect(asked.textContent).toContain('It is not sent from here: send it to UKHSA yourself.')
  await userEvent.click(within(asked).getByRole('button', { name: 'Make a report' }))
  await waitFor(() =>
    expect(currentMessages().map(({ text }) => text)).toContain(
      'report-9.csv saved. Send it to UKHSA yourself: it is not sent from here. Then say among the reports that it was sent.',
    ),
  )
  const link = currentMessages().find(({ text }) => text.startsWith('report-9.csv'))?.link
  expect(link).toMatchObject({ word: 'See the reports', href: '/notifications/reports' })
  link?.follow()
  await waitFor(() => expect(router.state.location.pathname).toBe('/notifications/reports'))
})

test.each([
  ['forms, which are printed and sent by hand', { format: 'printed' }, 'It is not sent from here: send it to UKHSA'],
  ['a file that is sent from here', { way: 'sftp' }, 'which is sent to UKHSA from here'],
])('before a report is made it is said that it becomes %s', async (_, sending, words) => {
  await open('/notifications', {
    'GET /notifications': pageOf([ready]),
    'GET /notifications/counts': reply(200, {
      data: { ...counts, ready: 1, rules: [{ ...ruleOfItems, ...sending, toReport: 1 }] },
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Report HARB-2345-6789' }))
  expect((await screen.findByRole('dialog', { name: 'Make a report?' })).textContent).toContain(words)
})

test('a report that was saved claims nothing before somebody says that it was sent', async () => {
  const saved = { ...report, way: 'download', state: 'made', problem: null, mayHaveArrived: true } as const
  const { fetched } = await open('/notifications/reports', {
    'GET /notification-reports': pageOf([saved]),
    [`PUT /notification-reports/${report.id}/sent`]: reply(200, { data: { ...saved, state: 'sent' } }),
  })
  expect(await screen.findByText('File saved')).toBeDefined()
  expect(screen.queryByText('Sent')).toBeNull()
  expect(screen.queryByText(/may have arrived/)).toBeNull()
  expect(screen.getByText(/^It is not sent from here: whoever saves the file sends it to UKHSA/)).toBeDefined()
  const press = async () => await userEvent.click(screen.getByRole('button', { name: /^It was sent: the report of/ }))
  await press()
  const dialog = await screen.findByRole('dialog', { name: 'Was it sent?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Not yet' }))
  expect(called(fetched, 'PUT', '/sent')).toHaveLength(0)
  await press()
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'It was sent' }))
  await waitFor(() => expect(called(fetched, 'PUT', '/sent')).toHaveLength(1))
})

test.each([
  [{ format: 'csv', state: 'made', mayHaveArrived: false }, 'Not saved yet'],
  [{ format: 'printed', state: 'made', mayHaveArrived: false }, 'Not printed yet'],
  [{ format: 'printed', state: 'made', mayHaveArrived: true }, 'Opened to print'],
  [{ format: 'csv', state: 'sent', mayHaveArrived: false }, 'Sent'],
] as const)('a report that is passed on by hand says what is known of it: %o', async (is, words) => {
  await open('/notifications/reports', {
    'GET /notification-reports': pageOf([{ ...report, way: 'download', problem: null, ...is }]),
  })
  expect(await screen.findByText(words)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^It was sent/ }) !== null).toBe(is.mayHaveArrived)
  expect(screen.getByText('Nothing of this rule is ready.')).toBeDefined()
})

test('several are closed with one reason, once it is said how, and those that are being sent cannot be chosen', async () => {
  const others = [
    { ...item, id: idOf('8'), record: { ...item.record, testId: 'HARB-9876-5432' } },
    { ...item, id: idOf('9'), state: 'sending', missing: [], record: { ...item.record, testId: 'HARB-1111-2222' } },
  ]
  const { fetched, router } = await open('/notifications', {
    'GET /notifications': pageOf([item, ...others]),
    'PUT /notifications/close': reply(200, { data: { closed: 2 } }),
  })
  const boxes = await screen.findAllByRole('checkbox')
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([false, false])
  expect(screen.queryByRole('link', { name: /^Close \d/ })).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choose HARB-2345-6789' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choose HARB-9876-5432' }))
  await userEvent.click(screen.getByRole('link', { name: 'Close 2' }))
  const form = await screen.findByRole('form', { name: 'Close notifications' })
  expect(screen.getByText(/^2 notifications are closed with one reason\./)).toBeDefined()
  await userEvent.click(within(form).getByRole('button', { name: 'Close them' }))
  expect(called(fetched, 'PUT', '/notifications/close')).toHaveLength(0)
  await userEvent.click(within(form).getByRole('radio', { name: 'The authority need not be told' }))
  expect(within(form).getByText(/^Nothing of it is sent any more, and you vouch for that\./)).toBeDefined()
  await userEvent.type(within(form).getByLabelText('Reason'), 'An exercise')
  await userEvent.click(within(form).getByRole('button', { name: 'Close them' }))
  await waitFor(() =>
    expect(sentBody(fetched, '/notifications/close')).toEqual({
      how: 'needless',
      reason: 'An exercise',
      ids: [item.id, idOf('8')],
    }),
  )
  await waitFor(() => expect(router.state.location.pathname).toBe('/notifications'))
  expect(currentMessages().map(({ text }) => text)).toContain('2 notifications updated')
  expect(screen.queryByRole('link', { name: /^Close \d/ })).toBeNull()
})

test('all that a filter shows is closed, also on other pages, but what is taken out', async () => {
  const { fetched } = await open('/notifications?state=incomplete', {
    'GET /notifications': reply(200, {
      data: [item],
      page: { size: 5, next: null, previous: null, total: 833, totalIsCapped: false },
    }),
    'PUT /notifications/close': reply(200, { data: { closed: 500 } }),
  })
  const box = await screen.findByRole('checkbox', { name: 'Choose HARB-2345-6789' })
  await userEvent.click(box)
  await userEvent.click(await screen.findByRole('button', { name: 'Choose all' }))
  await userEvent.click(box)
  await userEvent.click(screen.getByRole('link', { name: 'Close 500' }))
  const form = await screen.findByRole('form', { name: 'Close notifications' })
  expect(screen.getByText(/At most 500 are closed at once, those that are due first\./)).toBeDefined()
  await userEvent.click(within(form).getByRole('radio', { name: 'The authority was told another way' }))
  await userEvent.type(within(form).getByLabelText('Reason'), 'By telephone')
  await userEvent.click(within(form).getByRole('button', { name: 'Close them' }))
  await waitFor(() =>
    expect(sentBody(fetched, '/notifications/close')).toEqual({
      how: 'told',
      reason: 'By telephone',
      ids: null,
      except: [item.id],
      filter: { state: 'incomplete' },
      total: 833,
    }),
  )
})

test('a list that changed before it was closed is said and shown anew, and the reason stays', async () => {
  const { fetched } = await open('/notifications?state=incomplete', {
    'GET /notifications': pageOf([item]),
    'PUT /notifications/close': refusal(409, 'not-possible'),
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose HARB-2345-6789' }))
  await userEvent.click(screen.getByRole('link', { name: 'Close 1' }))
  const form = await screen.findByRole('form', { name: 'Close notifications' })
  await userEvent.click(within(form).getByRole('radio', { name: 'The authority was told another way' }))
  await userEvent.type(within(form).getByLabelText('Reason'), 'By telephone')
  const asked = () => called(fetched, 'GET', '/notifications?').length
  const before = asked()
  await userEvent.click(within(form).getByRole('button', { name: 'Close them' }))
  expect(await within(form).findByText(/^The list has changed in the meantime/)).toBeDefined()
  await waitFor(() => expect(asked()).toBeGreaterThan(before))
  expect(within(form).getByLabelText<HTMLInputElement>('Reason').value).toBe('By telephone')
})

test('what somebody closed says when, by whom and why, and that the authority need not be told', async () => {
  await open('/notifications?state=done', {
    'GET /notifications': pageOf([
      {
        ...item,
        state: 'superseded',
        closedBecause: 'person',
        missing: [],
        answeredAt: '2026-03-02T09:30:00.000Z',
        answeredBy: 'Rosie Atkinson',
        answerReason: 'An exercise',
      },
    ]),
  })
  const row = await screen.findByRole('row', { name: new RegExp(item.record.testId) })
  expect(row.textContent).toContain('02/03/2026 09:30by Rosie Atkinson · An exercise')
  expect(row.textContent).toContain('ClosedThe authority need not be told.')
})

const closedItem: Notification = {
  ...item,
  state: 'superseded',
  closedBecause: 'person',
  missing: [],
  answeredAt: '2026-03-02T09:30:00.000Z',
  answeredBy: 'Rosie Atkinson',
  answerReason: 'An exercise',
}

test('what somebody closed is opened again from its row, once it is said what that means', async () => {
  const { fetched } = await open('/notifications?state=done', {
    'GET /notifications': pageOf([closedItem]),
    'PUT /notifications/reopen': reply(200, { data: { opened: 1, stays: 0 } }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Open again: HARB-2345-6789' }))
  const dialog = await screen.findByRole('dialog', { name: 'Open this notification again?' })
  expect(called(fetched, 'PUT', '/notifications/reopen')).toHaveLength(0)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Open again' }))
  await waitFor(() => expect(sentBody(fetched, '/notifications/reopen')).toEqual({ ids: [item.id] }))
  await waitFor(() => expect(currentMessages().map(({ text }) => text)).toContain('1 notification updated'))
})

test('several that were closed are opened again at once, and what stays closed is said', async () => {
  const told = { ...closedItem, state: 'acknowledged', closedBecause: null, sentAt: closedItem.answeredAt } as const
  const others: Notification[] = [
    { ...told, id: idOf('8'), record: { ...item.record, testId: 'HARB-9876-5432' } },
    // A report told it, or it gave way by itself: nobody closed these.
    { ...told, id: idOf('9'), reportId: idOf('0'), record: { ...item.record, testId: 'HARB-1111-2222' } },
    { ...closedItem, id: idOf('a'), closedBecause: 'voided', record: { ...item.record, testId: 'HARB-3333-4444' } },
  ]
  const { fetched } = await open('/notifications?state=done', {
    'GET /notifications': pageOf([closedItem, ...others]),
    'PUT /notifications/reopen': reply(200, { data: { opened: 1, stays: 1 } }),
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose HARB-2345-6789' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Choose all on this page' }))
  expect(screen.queryByRole('button', { name: 'Choose all on this page' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Choose none' }))
  expect(screen.queryByRole('button', { name: /^Open \d again/ })).toBeNull()
  for (const box of screen.getAllByRole('checkbox')) await userEvent.click(box)
  await userEvent.click(await screen.findByRole('button', { name: 'Open 2 again' }))
  const dialog = await screen.findByRole('dialog', { name: 'Open 2 notifications again?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Open again' }))
  await waitFor(() => expect(sentBody(fetched, '/notifications/reopen')).toEqual({ ids: [item.id, idOf('8')] }))
  await waitFor(() =>
    expect(currentMessages().map(({ text }) => text)).toContain(
      'Opened again: 1. 1 stays closed, because its test has changed since, or there is nothing left to tell of it.',
    ),
  )
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Open \d again/ })).toBeNull())
})

test('whoever filters for what was told has it by when it was told, and back again by what is due', async () => {
  const { router } = await open('/notifications')
  await userEvent.click(await screen.findByRole('button', { name: 'Filters' }))
  const choose = (name: string) => userEvent.selectOptions(screen.getByLabelText('State'), name)
  await choose('Told or closed')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ state: 'done', sort: '-told_at' }))
  await choose('Ready')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ state: 'ready' }))
  expect(router.state.location.search).not.toMatchObject({ sort: '-told_at' })
})

test('the main button reports all that is ready of the only such rule', async () => {
  const { fetched } = await open('/notifications', {
    'GET /notifications': pageOf([ready]),
    'GET /notifications/counts': countsToReport(6),
    'POST /notification-reports': reply(200, { data: null }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Report 6' }))
  const asked = await screen.findByRole('dialog', { name: 'Make a report?' })
  await userEvent.click(within(asked).getByRole('button', { name: 'Make a report' }))
  await waitFor(() =>
    expect(sentBody(fetched, '/notification-reports')).toEqual({ ruleId: rule.id, ids: null, except: [] }),
  )
})

test('nothing is to be reported while nothing is ready', async () => {
  await open('/notifications')
  await screen.findByRole('row', { name: new RegExp(item.record.testId) })
  // It comes with the counts, as the button would.
  await screen.findByRole('link', { name: '1 overdue' })
  expect(screen.queryByRole('button', { name: /^Report/ })).toBeNull()
})

test('an outcome stands in the place of what the last test of its set says', async () => {
  await open('/notifications', { 'GET /notifications': pageOf([{ ...item, outcome: 'inconclusive' }]) })
  const row = await screen.findByRole('row', { name: new RegExp(item.record.testId) })
  expect(within(row).getByText('Inconclusive')).toBeDefined()
  expect(within(row).getByText('What its set of tests says')).toBeDefined()
  expect(within(row).queryByText('Positive')).toBeNull()
})

test('a card says as well what kind of notification it is', async () => {
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(new EventTarget(), { matches: query !== 'print' }))
  await open('/notifications', { 'GET /notifications': pageOf([{ ...item, kind: 'removal', refersTo: idOf('8') }]) })
  expect(await screen.findByText('Removal')).toBeDefined()
})

test('the page says in a tenant of animals that authorities are told of people', async () => {
  const { fetched } = await open('/notifications', {}, { subjects: animals })
  await waitFor(() =>
    expect(
      currentMessages()
        .map(({ text }) => text)
        .join(),
    ).toContain('for tests of people only'),
  )
  expect(called(fetched, 'GET', '/notifications')).toHaveLength(0)
})

test('what the tenant does not keep is not to be entered at the person', async () => {
  await open('/notifications', {}, { subjectDetails: [] })
  expect(await screen.findByText('Your tenant does not keep it: sex')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Enter it at the person' })).toBeNull()
})

test('an administrator is led to where it is said that something is kept', async () => {
  await open(
    '/notifications',
    { 'GET /notifications': pageOf([{ ...item, missing: ['sex'] }]) },
    { subjectDetails: [] },
  )
  const keeping = await screen.findByRole('link', { name: 'Choose what is kept' })
  expect(keeping.getAttribute('href')).toBe('/own-tenant/subjects?field=subjectDetails.sex')
})

test('the answer of an authority is kept with its reason', async () => {
  const { fetched } = await open(`/notifications/answer?item=${item.id}`, {
    [`PUT /notifications/${item.id}/reject`]: reply(200, { data: { ...item, state: 'rejected' } }),
  })
  const form = await screen.findByRole('form', { name: 'Answer of the authority' })
  expect(within(form).queryByRole('radio', { checked: true })).toBeNull()
  await userEvent.click(within(form).getByRole('button', { name: 'Save the answer' }))
  expect(await within(form).findByText('Answer is required')).toBeDefined()
  expect(await within(form).findByText('What the authority said is required')).toBeDefined()
  await userEvent.click(within(form).getByRole('radio', { name: 'It rejected it' }))
  await userEvent.type(within(form).getByLabelText('What the authority said'), 'The postcode is wrong')
  await userEvent.click(within(form).getByRole('button', { name: 'Save the answer' }))
  await waitFor(() => expect(currentMessages().map(({ text }) => text)).toEqual(['Answer updated']))
  expect(sentBody(fetched, `/notifications/${item.id}/reject`)).toEqual({ reason: 'The postcode is wrong' })
})

test('what was not told from here has no answer to choose, only how it was told', async () => {
  const { fetched } = await open('/notifications', {
    'GET /notifications': pageOf([item]),
    [`PUT /notifications/${item.id}/acknowledge`]: reply(200, { data: { ...item, state: 'acknowledged' } }),
  })
  await userEvent.click(await screen.findByRole('link', { name: /^Told another way/ }))
  const form = await screen.findByRole('form', { name: 'Told another way' })
  expect(within(form).queryByRole('radio')).toBeNull()
  await userEvent.type(within(form).getByLabelText('How it was told'), 'By telephone')
  await userEvent.click(within(form).getByRole('button', { name: 'Save the answer' }))
  await waitFor(() => expect(currentMessages().map(({ text }) => text)).toEqual(['Answer updated']))
  expect(sentBody(fetched, `/notifications/${item.id}/acknowledge`)).toEqual({ reason: 'By telephone' })
})

test('templates of the tenant’s country name the text that they follow and when it was read, and are off', async () => {
  const { fetched } = await open('/own-tenant/notification-rules', {
    'POST /notification-rules': reply(201, { data: rule }),
  })
  expect(await screen.findAllByText(/Health Protection \(Notification\) Regulations 2010/)).toHaveLength(3)
  expect(screen.getAllByText('Read on 25/11/2026. Check it before you rely on it.')).toHaveLength(3)
  expect(screen.queryByText(/US state/)).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: /Use this template.*influenza/ }))
  const form = await screen.findByRole('form', { name: 'New notification rule' })
  expect(within(form).getByRole<HTMLInputElement>('checkbox', { name: 'The rule is on' }).checked).toBe(false)
  await userEvent.click(within(form).getByRole('button', { name: 'Save the rule' }))
  await waitFor(() => expect(called(fetched, 'POST', '/notification-rules')).toHaveLength(1))
  expect(sentBody(fetched, '/notification-rules')).toMatchObject({
    authority: 'UKHSA',
    template: 'england-influenza',
    withinHours: 168,
    isOn: false,
    organisationIds: [],
    analytes: [{ name: 'Influenza A' }, { name: 'Influenza B' }],
  })
})

test('an administrator without a rule is led to the templates, each of which says what the tenant does not keep', async () => {
  await open(
    '/notifications',
    {
      'GET /notifications': pageOf([]),
      'GET /notifications/counts': reply(200, { data: { ...counts, overdue: 0, incomplete: 0, rules: [] } }),
      'GET /notification-rules': pageOf([]),
    },
    { subjectDetails: ['sex'] },
  )
  expect(await screen.findByRole('heading', { name: 'There is no rule yet' })).toBeDefined()
  expect(screen.getAllByRole('link', { name: /^Use this template/ })).toHaveLength(3)
  expect(screen.getAllByText(/Your tenant does not keep these details of people.*: .*address/)).toHaveLength(3)
})

test('a template with which a rule began names that rule', async () => {
  const template = { id: 'england-influenza', text: 'Regulations', url: 'https://example.org', readOn: '2026-11-25' }
  await open('/own-tenant/notification-rules', { 'GET /notification-rules': pageOf([{ ...rule, template }]) })
  expect(await screen.findAllByText(new RegExp(`Your rule “${rule.name}” began with this template`))).toHaveLength(1)
})

test('a rule says what it asks for, and looks back only while it is on', async () => {
  await open(`/own-tenant/notification-rules/${rule.id}`)
  expect(await screen.findByText('TideCheck')).toBeDefined()
  expect(screen.getByRole('heading', { level: 1, name: rule.name })).toBeDefined()
  expect(screen.getByText('Version 3, since 01/03/2026 09:30, by Rosie Atkinson')).toBeDefined()
  expect(screen.getByText(/Your tenant does not keep these details of people/)).toBeDefined()
  const kept = screen.getByRole('link', { name: 'Choose what is kept of people' })
  expect(kept.getAttribute('href')).toBe('/own-tenant/subjects?field=subjectDetails.sex')
  const back = screen.getByRole('button', { name: 'Look back' })
  expect(back.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('Switch the rule on first.')).toBeDefined()
})

test('before it looks back, a rule says how many notifications that makes, and what would be missing', async () => {
  const { fetched } = await open(`/own-tenant/notification-rules/${rule.id}`, {
    [`GET /notification-rules/${rule.id}`]: reply(200, { data: { ...rule, isOn: true } }),
    [`GET /notification-rules/${rule.id}/look-back`]: reply(200, {
      data: {
        made: 833,
        incomplete: 830,
        missing: [
          { field: 'address', tests: 830 },
          { field: 'sex', tests: 12 },
        ],
      },
    }),
    [`PUT /notification-rules/${rule.id}/look-back`]: reply(200, { data: { made: 833 } }),
  })
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Days' }), 'the last 30 days')
  await userEvent.click(screen.getByRole('button', { name: 'Look back' }))
  const dialog = await screen.findByRole('dialog', { name: 'Look back for tests?' })
  expect((await within(dialog).findByText(/would be made/)).textContent).toBe(
    '833 notifications would be made. 830 of them would be incomplete, because this is missing: address (830), sex (12).',
  )
  const [[address]] = called(fetched, 'GET', '/look-back') as [[string]]
  expect(address).toContain('days=30')
  expect(called(fetched, 'PUT', '/look-back')).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Look back' }))
  await waitFor(() => expect(called(fetched, 'PUT', '/look-back')).toHaveLength(1))
})

test('a rule is changed in the version that was seen', async () => {
  const { fetched } = await open(`/own-tenant/notification-rules/${rule.id}/edit`, {
    [`PUT /notification-rules/${rule.id}`]: reply(200, { data: { ...rule, isOn: true, version: 4 } }),
  })
  const form = await screen.findByRole('form', { name: 'Change the notification rule' })
  await userEvent.click(within(form).getByRole('checkbox', { name: 'The rule is on' }))
  await userEvent.click(within(form).getByRole('radio', { name: 'In some organisations or groups' }))
  await userEvent.click(within(form).getByRole('button', { name: 'Save the rule' }))
  expect(await within(form).findByText('Choose an organisation or a group')).toBeDefined()
  await userEvent.click(within(form).getByRole('radio', { name: 'In the whole tenant' }))
  await userEvent.click(within(form).getByRole('button', { name: 'Save the rule' }))
  await waitFor(() => expect(called(fetched, 'PUT', `/notification-rules/${rule.id}`)).toHaveLength(1))
  const [[, init]] = called(fetched, 'PUT', `/notification-rules/${rule.id}`) as [[string, RequestInit]]
  expect(new Headers(init.headers).get('If-Match')).toBe('"3"')
  expect(JSON.parse(init.body as string)).toMatchObject({ isOn: true, analytes: rule.analytes })
})

test('a rule that a colleague saved first keeps what was typed, says so, and is saved after a choice', async () => {
  const theirs = { ...rule, version: 4, authority: 'County', withinHours: 12 }
  const { fetched } = await open(`/own-tenant/notification-rules/${rule.id}/edit`, {
    [`GET /notification-rules/${rule.id}`]: [reply(200, { data: rule }), reply(200, { data: theirs })],
    [`PUT /notification-rules/${rule.id}`]: [
      refusal(412, 'stale-version'),
      reply(200, { data: { ...theirs, version: 5 } }),
    ],
  })
  const form = within(await screen.findByRole('form', { name: 'Change the notification rule' }))
  const typed = form.getByLabelText<HTMLInputElement>('Name of the authority')
  await userEvent.clear(typed)
  await userEvent.type(typed, 'My authority')
  const contact = form.getByLabelText<HTMLTextAreaElement>(/^How the authority is reached/)
  await userEvent.type(contact, 'Ask for the desk')
  const save = form.getByRole('button', { name: 'Save the rule' })
  await userEvent.click(save)
  expect(await form.findByText('This has changed in the meantime')).toBeDefined()
  expect(contact.value).toBe('Ask for the desk')
  expect(typed.value).toBe('My authority')
  expect(form.getByDisplayValue('12')).toBeDefined()
  await userEvent.click(save)
  expect(called(fetched, 'PUT', `/notification-rules/${rule.id}`)).toHaveLength(1)
  await userEvent.click(form.getByRole('radio', { name: /My authority/ }))
  await userEvent.click(save)
  await waitFor(() => expect(called(fetched, 'PUT', `/notification-rules/${rule.id}`)).toHaveLength(2))
  const [, init] = called(fetched, 'PUT', `/notification-rules/${rule.id}`)[1] ?? []
  expect(new Headers(init?.headers).get('If-Match')).toBe('"4"')
  expect(JSON.parse(init?.body as string)).toMatchObject({
    authority: 'My authority',
    contact: 'Ask for the desk',
    withinHours: 12,
  })
})

test('how reports are sent, saved by a colleague first, keeps what was typed and takes over what they changed', async () => {
  const sending: Sending = {
    columns: [{ header: 'Surname', field: 'lastName' }],
    everyMinutes: null,
    hl7: {
      processing: 'P',
      senderOid: null,
      facilityOid: null,
      receivingApplication: null,
      receivingApplicationOid: null,
      receivingFacility: null,
      receivingFacilityOid: null,
      resultSystem: 'SCT',
      county: 'fips',
      receiverIds: 'oid',
      placerNumber: 'none',
      referenceRange: null,
      longNames: 'whole',
    },
    sftp: null,
    mail: null,
    version: 1,
  }
  const sftp = {
    host: 'sftp.example',
    port: 22,
    user: 'lab',
    folder: '.',
    hostKey: `SHA256:${'a'.repeat(43)}`,
  } as const
  const theirs: Sending = { ...sending, everyMinutes: 60, sftp: { ...sftp, secretKind: 'password' }, version: 2 }
  const path = `/notification-rules/${rule.id}/sending`
  const { fetched } = await open(`/own-tenant${path}`, {
    [`GET ${path}`]: [reply(200, { data: sending }), reply(200, { data: theirs })],
    [`PUT ${path}`]: [refusal(412, 'stale-version'), reply(200, { data: { ...theirs, version: 3 } })],
  })
  const form = within(await screen.findByRole('form', { name: 'How it is sent' }))
  const columns = form.getByLabelText<HTMLTextAreaElement>('Columns of the file')
  await userEvent.type(columns, '\nGiven name = firstName')
  const typed = columns.value
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('This has changed in the meantime')).toBeDefined()
  expect(columns.value).toBe(typed)
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(called(fetched, 'PUT', path)).toHaveLength(2))
  const [, init] = called(fetched, 'PUT', path)[1] ?? []
  expect(new Headers(init?.headers).get('If-Match')).toBe('"2"')
  // The server that the colleague entered stays, though this form does not show it.
  expect(JSON.parse(init?.body as string)).toMatchObject({
    columns: [
      { header: 'Surname', field: 'lastName' },
      { header: 'Given name', field: 'firstName' },
    ],
    everyMinutes: 60,
    sftp: { ...sftp, secret: null },
  })
})

test('an analyte that several kits code differently is offered once, with the codes of the rule', async () => {
  const kit = (end: string, name: string, loinc: string | null, snomed: string | null) => ({
    id: idOf(end),
    name,
    analytes: [{ id: 'line', name: 'SARS-CoV-2', loinc, snomed }],
  })
  const { fetched } = await open(`/own-tenant/notification-rules/${rule.id}/edit`, {
    'GET /assays': pageOf([
      kit('7', 'By LOINC', '94558-4', null),
      kit('8', 'By both', '94558-4', '840533007'),
      kit('9', 'By another LOINC', '97097-0', null),
    ]),
    [`PUT /notification-rules/${rule.id}`]: reply(200, { data: { ...rule, version: 4 } }),
  })
  const form = await screen.findByRole('form', { name: 'Change the notification rule' })
  await waitFor(() => expect(within(form).getAllByRole('checkbox', { name: 'SARS-CoV-2' })).toHaveLength(2))
  // Two of one name that share no code are told apart by their codes.
  expect(within(form).getByText('97097-0')).toBeDefined()
  const [box] = within(form).getAllByRole<HTMLInputElement>('checkbox', { name: 'SARS-CoV-2' })
  if (box === undefined) throw new Error('There is no box.')
  expect(box.checked).toBe(true)
  await userEvent.click(box)
  await userEvent.click(box)
  await userEvent.click(within(form).getByRole('button', { name: 'Save the rule' }))
  await waitFor(() => expect(called(fetched, 'PUT', `/notification-rules/${rule.id}`)).toHaveLength(1))
  const [[, init]] = called(fetched, 'PUT', `/notification-rules/${rule.id}`) as [[string, RequestInit]]
  expect(JSON.parse(init.body as string)).toMatchObject({ analytes: rule.analytes })
})

test('the list leads administrators to the rules, and from what is ready to that of one rule', async () => {
  const other = { id: idOf('9'), name: 'Everything', toReport: 1 }
  await open('/notifications?state=ready', {
    'GET /notifications/counts': reply(200, {
      data: { ...counts, ready: 2, rules: [{ ...item.rule, toReport: 1 }, other] },
    }),
  })
  const link = await screen.findByRole('link', { name: other.name })
  expect(link.getAttribute('href')).toBe(`/notifications?state=ready&rule=${other.id}`)
  const rules = screen.getByRole('link', { name: 'Notification rules' })
  expect(rules.getAttribute('href')).toBe('/own-tenant/notification-rules')
})

const sending = {
  columns: [{ header: 'Test', field: 'testId' }],
  hl7: {
    processing: 'P',
    senderOid: null,
    facilityOid: null,
    receivingApplication: null,
    receivingApplicationOid: null,
    receivingFacility: null,
    receivingFacilityOid: null,
    resultSystem: 'SCT',
    county: 'fips',
    receiverIds: 'oid',
    placerNumber: 'none',
    referenceRange: null,
    longNames: 'whole',
  },
  sftp: null,
  everyMinutes: null,
  version: 1,
}
test('a rule that cannot make a valid message of HL7 says what is missing, and nothing once that is entered', async () => {
  const rules = (hl7: object) => ({
    [`GET /notification-rules/${rule.id}`]: reply(200, { data: { ...rule, format: 'hl7' } }),
    [`GET /notification-rules/${rule.id}/sending`]: reply(200, { data: { ...sending, mail: null, hl7 } }),
  })
  await open(`/own-tenant/notification-rules/${rule.id}`, rules({ ...sending.hl7, receivingFacilityOid: '2.16.840.1' }))
  const lacks = await screen.findByText(/^No report can be made yet/)
  expect(lacks.textContent).toContain('Your OID as the sender and OID of the receiving application.')
  const enter = screen.getByRole('link', { name: 'Enter it' })
  expect(enter.getAttribute('href')).toContain('/sending?field=hl7.senderOid')
  cleanup()
  const oids = { senderOid: '2.16.840.2', receivingApplicationOid: '2.16.840.3', receivingFacilityOid: '2.16.840.1' }
  const { router } = await open(`/own-tenant/notification-rules/${rule.id}`, rules({ ...sending.hl7, ...oids }))
  await screen.findByRole('heading', { level: 1, name: rule.name })
  await expect.poll(() => router.options.context.queries.isFetching()).toBe(0)
  expect(screen.queryByText(/^No report can be made yet/)).toBeNull()
})

test('the form of sending HL7 keeps what an authority asks for', async () => {
  const path = `/notification-rules/${rule.id}`
  const { fetched } = await open(`/own-tenant${path}/sending`, {
    [`GET ${path}`]: reply(200, { data: { ...rule, format: 'hl7', way: 'download' } }),
    [`GET ${path}/sending`]: reply(200, { data: { ...sending, mail: null } }),
    [`PUT ${path}/sending`]: reply(200, { data: { ...sending, mail: null } }),
  })
  await userEvent.selectOptions(await screen.findByLabelText('Names that are longer than their fields'), 'cut')
  await userEvent.selectOptions(screen.getByLabelText('Number of whoever placed the order'), 'filler')
  await userEvent.selectOptions(screen.getByLabelText('The authority is named'), 'own')
  await userEvent.type(screen.getByLabelText('OID of the receiving application'), 'NJ-ELR')
  await userEvent.type(screen.getByLabelText(/^What is usual for a result/), 'Not detected')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(called(fetched, 'PUT', `${path}/sending`)).toHaveLength(1))
  const [[, init]] = called(fetched, 'PUT', `${path}/sending`) as [[string, RequestInit]]
  expect(JSON.parse(init.body as string).hl7).toMatchObject({
    longNames: 'cut',
    placerNumber: 'filler',
    receiverIds: 'own',
    receivingApplicationOid: 'NJ-ELR',
    referenceRange: 'Not detected',
  })
})

const byMail = { ...rule, way: 'mail' as const }
const address = 'inbox@authority.example'

test('a mailbox is confirmed by the code that was sent there, or sent another one', async () => {
  const mail = { address, confirmedAt: null }
  const { fetched } = await open(`/own-tenant/notification-rules/${rule.id}`, {
    [`GET /notification-rules/${rule.id}`]: reply(200, { data: byMail }),
    [`GET /notification-rules/${rule.id}/sending`]: reply(200, { data: { ...sending, mail } }),
    [`PUT /notification-rules/${rule.id}/mailbox`]: reply(200, { data: { ...sending, mail } }),
  })
  expect(await screen.findByText(/^Nothing is sent to inbox@authority\.example yet/)).toBeDefined()
  await userEvent.type(screen.getByLabelText('Code from the mailbox'), 'abcd efgh')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm the mailbox' }))
  await waitFor(() => expect(currentMessages().map(({ text }) => text)).toContain('Mailbox confirmed'))
  expect(sentBody(fetched, `/notification-rules/${rule.id}/mailbox`)).toEqual({ code: 'ABCDEFGH' })
  await userEvent.click(screen.getByRole('button', { name: 'Send another code' }))
  await waitFor(() => expect(sentBody(fetched, `/notification-rules/${rule.id}/mailbox`)).toEqual({ code: null }))
})

test('the form of sending by mail says that health data leaves, and keeps the mailbox', async () => {
  const mail = { address: 'old@authority.example', confirmedAt: '2026-03-01T09:30:00.000Z' }
  const { fetched } = await open(`/own-tenant/notification-rules/${rule.id}/sending`, {
    [`GET /notification-rules/${rule.id}`]: reply(200, { data: byMail }),
    [`GET /notification-rules/${rule.id}/sending`]: reply(200, { data: { ...sending, mail } }),
    [`PUT /notification-rules/${rule.id}/sending`]: reply(200, { data: { ...sending, mail } }),
  })
  expect(await screen.findByText(/contain health data of people, and leave by email/)).toBeDefined()
  const field = screen.getByLabelText('Mailbox of the authority')
  await userEvent.clear(field)
  await userEvent.type(field, address)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(called(fetched, 'PUT', `/notification-rules/${rule.id}/sending`)).toHaveLength(1))
  const [[, init]] = called(fetched, 'PUT', `/notification-rules/${rule.id}/sending`) as [[string, RequestInit]]
  expect(JSON.parse(init.body as string)).toMatchObject({ mail: { address } })
})

test('all that is ready is chosen for a report, and what is taken out is left', async () => {
  const both = [ready, { ...ready, id: idOf('8'), record: { ...item.record, testId: 'HARB-9876-5432' } }]
  const { fetched } = await open('/notifications?state=ready', {
    'GET /notifications': pageOf(both),
    'GET /notifications/counts': countsToReport(2),
    'POST /notification-reports': reply(200, { data: null }),
  })
  const boxes = await screen.findAllByRole('checkbox')
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([true, true])
  const make = async (word: string) => {
    await userEvent.click(await screen.findByRole('button', { name: word }))
    const asked = await screen.findByRole('dialog', { name: 'Make a report?' })
    await userEvent.click(within(asked).getByRole('button', { name: 'Make a report' }))
  }
  screen.getByRole('checkbox', { name: 'Choose HARB-9876-5432' }).focus()
  await userEvent.keyboard(' ')
  await make('Report 1')
  await waitFor(() =>
    expect(sentBody(fetched, '/notification-reports')).toEqual({ ruleId: rule.id, ids: null, except: [idOf('8')] }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Choose none' }))
  expect(screen.queryByRole('button', { name: /^Report \d/ })).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choose HARB-2345-6789' }))
  await make('Report 1')
  await waitFor(() =>
    expect(sentBody(fetched, '/notification-reports')).toEqual({ ruleId: rule.id, ids: [item.id], except: [] }),
  )
})

test('whoever chooses more than a report holds is told what becomes of the others', async () => {
  await open('/notifications?state=ready', {
    'GET /notifications/counts': countsToReport(2095),
    'GET /notifications': reply(200, {
      data: [{ ...item, state: 'ready', missing: [], isOverdue: false }],
      page: { size: 5, next: null, previous: null, total: 2095, totalIsCapped: false },
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Report 500' }))
  const asked = await screen.findByRole('dialog', { name: 'Make a report?' })
  expect(asked.textContent).toContain('One report tells of 500 at most, those that are due first.')
})

const report: NotificationReport = {
  id: idOf('9'),
  rule: item.rule,
  authority: 'UKHSA',
  format: 'csv',
  way: 'sftp',
  state: 'failing',
  problem: 'refused',
  tries: 4,
  nextTryAt: '2026-03-02T09:30:00.000Z',
  items: 2,
  fileName: 'report-9.csv',
  fileHash: 'a'.repeat(64),
  hasFile: true,
  againOf: null,
  madeBy: 'Rosie Atkinson',
  isAutomatic: false,
  madeAt: '2026-03-01T09:30:00.000Z',
  sentAt: null,
  mayHaveArrived: true,
  mayRepeat: false,
  withdrawn: null,
}

test('a report that fails is withdrawn once somebody has read that it may have arrived', async () => {
  const { fetched } = await open('/notifications/reports', {
    'GET /notification-reports': pageOf([report]),
    [`PUT /notification-reports/${report.id}/withdraw`]: reply(200, { data: { ...report, state: 'withdrawn' } }),
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Withdraw the report of/ }))
  const asked = await screen.findByRole('dialog', { name: 'Withdraw this report?' })
  expect(within(asked).getByText(/^It may have arrived: .* has report-9\.csv\. .*is ready again/)).toBeDefined()
  expect(called(fetched, 'PUT', `/notification-reports/${report.id}/withdraw`)).toHaveLength(0)
  await userEvent.click(within(asked).getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(currentMessages().map(({ text }) => text)).toContain('Report withdrawn'))
})

test.each([
  [true, /^Somebody has saved or printed it, .* is ready again, .*Delete what was saved or printed/],
  [false, /^Nobody has saved or printed it here\. .* is ready again/],
])(
  'a report that is passed on by hand is withdrawn until it is confirmed (saved: %s)',
  async (mayHaveArrived, words) => {
    await open('/notifications/reports', {
      'GET /notification-reports': pageOf([
        { ...report, way: 'download', state: 'made', problem: null, nextTryAt: null, mayHaveArrived },
      ]),
      [`PUT /notification-reports/${report.id}/withdraw`]: reply(200, { data: { ...report, state: 'withdrawn' } }),
    })
    await userEvent.click(await screen.findByRole('button', { name: /^Withdraw the report of/ }))
    const asked = await screen.findByRole('dialog', { name: 'Withdraw this report?' })
    expect(within(asked).getByText(words)).toBeDefined()
    await userEvent.click(within(asked).getByRole('button', { name: 'Withdraw' }))
    await waitFor(() => expect(currentMessages().map(({ text }) => text)).toContain('Report withdrawn'))
  },
)

test.each(['sent', 'withdrawn'] as const)(
  'nobody is asked to send a report that is %s when they save its file',
  async (state) => {
    URL.createObjectURL = () => 'blob:data'
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    await open('/notifications/reports', {
      'GET /notification-reports': pageOf([
        { ...report, way: 'download', state, problem: null, nextTryAt: null, sentAt: report.madeAt },
      ]),
      [`GET /notification-reports/${report.id}/file`]: reply(200, {
        data: { name: report.fileName, mediaType: 'text/csv', content: '' },
      }),
    })
    await userEvent.click(await screen.findByRole('button', { name: /^Download the report of/ }))
    await waitFor(() => expect(currentMessages().map(({ text }) => text)).toContain('report-9.csv saved'))
  },
)

const place = { id: idOf('5'), name: 'Fernbank', address: null, phone: null }
const form: ReportedForm = {
  id: idOf('1'),
  testId: 'HARB-2345-6789',
  kind: 'removal',
  performedAt: '2026-03-01T09:30:00.000Z',
  performedZone: 'Asia/Tokyo',
  lines: [{ analyte: 'SARS-CoV-2', result: 'positive' }],
  specimen: null,
  kit: { name: 'TideCheck', manufacturer: null },
  person: { firstName: 'Nora', lastName: 'Quill', dateOfBirth: null, email: null, details: noDetails },
  group: place,
  organisation: place,
}
const fileOf = (one: ReportedForm) => ({
  name: 'report-9.json',
  mediaType: 'application/json',
  content: JSON.stringify([one]),
})

test('a printed form says to whom it goes, and that it takes back what was told', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  await open('/notifications/reports', {
    'GET /notification-reports': pageOf([
      { ...report, format: 'printed', way: 'download', state: 'made', mayHaveArrived: false },
    ]),
    [`GET /notification-reports/${report.id}/file`]: reply(200, { data: fileOf(form) }),
  })
  expect(await screen.findByText('Not printed yet')).toBeDefined()
  await userEvent.click(await screen.findByRole('button', { name: /^Print the report of/ }))
  await waitFor(() => expect(print).toHaveBeenCalled())
  const paper = screen.getByRole('heading', { name: 'Removal', hidden: true }).parentElement?.textContent
  expect(paper).toContain(`To UKHSA, of 01/03/2026`)
  expect(paper).toContain(`Report ${report.id}`)
  // The head of every paper, and who sends it.
  expect(paper).toContain('Printed by Ana Price on ')
  expect(paper).toContain('From Fernbank')
  expect(paper).toMatch(/@page form-0 \{.*UKHSA.*counter\(pages\)/s)
  // The authority reads the clock of the place, whatever that of the device is.
  expect(paper).toContain('01/03/2026 18:30, Japan')
  expect(paper).toContain('This takes back what you were told of the test with this test ID.')
})

test('a printed form says that its result is an outcome, and that it may be a repeat', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  await open('/notifications/reports', {
    'GET /notification-reports': pageOf([
      { ...report, format: 'printed', way: 'download', state: 'made', mayHaveArrived: false },
    ]),
    [`GET /notification-reports/${report.id}/file`]: reply(200, {
      data: fileOf({
        ...form,
        kind: 'first',
        mayRepeat: true,
        lines: [{ analyte: 'HIV', result: 'inconclusive', isOutcome: true }],
      }),
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Print the report of/ }))
  await waitFor(() => expect(print).toHaveBeenCalled())
  const paper = screen.getByRole('heading', { name: 'Result', hidden: true }).parentElement?.textContent
  expect(paper).toContain('HIVInconclusive. This is what several tests in order say together')
  expect(paper).toContain('You may have been told this before')
})

test('a report says who withdrew it, and whether it or what it tells may have arrived before', async () => {
  const withdrawn = { at: '2026-03-01T10:30:00.000Z', by: 'Rosie Atkinson' }
  await open('/notifications/reports', {
    'GET /notification-reports': pageOf([
      { ...report, state: 'withdrawn', mayHaveArrived: false, nextTryAt: null, withdrawn },
      { ...report, id: idOf('8'), state: 'sent', mayHaveArrived: false, mayRepeat: true, problem: null },
    ]),
  })
  expect(await screen.findByText(/^Withdrawn on .* by Rosie Atkinson\./)).toBeDefined()
  expect(screen.getByText(/^It has not arrived/)).toBeDefined()
  expect(screen.getByText(/^Some of it may have arrived before/)).toBeDefined()
  expect(screen.queryByText(/^It may have arrived:/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull()
})

test('an item says that it may have arrived with a report that was withdrawn', async () => {
  await open('/notifications', { 'GET /notifications': pageOf([{ ...ready, withdrawn: 'may-have-arrived' }]) })
  expect(await screen.findByText(/^It may have arrived with a report that was withdrawn\./)).toBeDefined()
})

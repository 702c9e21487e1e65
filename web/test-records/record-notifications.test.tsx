import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Notification } from '../../contract/notifications/items.ts'
import { openPage } from '../testing/open-page.tsx'
import { aUser, pageOf, reply } from '../testing/replies.ts'
import { detailsOf, listedTest } from '../testing/test-records.ts'

const record = detailsOf(listedTest)
const { id } = record

const item: Notification = {
  id,
  rule: { id, name: 'Inconclusive ones' },
  ruleVersion: 1,
  authority: 'UKHSA',
  kind: 'first',
  refersTo: null,
  outcome: 'inconclusive',
  state: 'ready',
  closedBecause: null,
  missing: [],
  versionAt: '2026-03-01T09:30:00.000Z',
  dueAt: '2026-03-02T09:30:00.000Z',
  isOverdue: false,
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
    id,
    version: 1,
    testId: record.testId,
    result: 'negative',
    performedAt: record.performedAt,
    performedZone: record.performedZone,
    subject: record.subject,
    organisation: record.organisation,
    group: record.group,
    assay: { id, name: 'TideCheck' },
  },
  version: 1,
}

test('a record says that an authority is told what its set of tests says', async () => {
  await openPage(`/test-records/${id}`, {
    user: aUser('group'),
    replies: {
      'GET /organisations': pageOf([]),
      'GET /groups': pageOf([]),
      'GET /test-records': pageOf([]),
      [`GET /test-records/${id}/deliveries`]: reply(200, { data: { deliveries: [], guardian: null, obstacles: {} } }),
      [`GET /test-records/${id}`]: reply(200, { data: record }),
      [`GET /test-records/${id}/notifications`]: reply(200, { data: [item] }),
    },
    parts: [import('./record-notifications.tsx')],
  })
  const part = await screen.findByRole('region', { name: 'Notifications to authorities' })
  expect(within(part).getByText('What is told is what its set of tests says: Inconclusive')).toBeDefined()
})

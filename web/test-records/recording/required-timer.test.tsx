import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { TestRun } from '../../../contract/test-runs/test-run.ts'
import { openPage } from '../../testing/open-page.tsx'
import { aUser, called, pageOf, reply, sentBody } from '../../testing/replies.ts'
import { loadDraft, saveDraft } from './draft-storage.ts'
import { assay, draftWith, fullDraft, group, organisation, subject } from './fixtures.ts'
import { reachableStep } from './steps.ts'

const timed = { ...assay, requiresTimer: true }
const user = aUser('clinical', { assay_id: assay.id })
const run: TestRun = {
  id: '01890000-0000-7000-8000-0000000000e1',
  state: 'running',
  subject,
  organisation,
  group,
  assay: { ...assay, analytes: [{ id: 'flu-a', name: 'Influenza A' }] },
  specimen: null,
  lot: null,
  lotExpiry: null,
  location: null,
  zone: 'Europe/London',
  startedAt: '2026-03-05T09:30:00.000Z',
  startedBy: { id: user.id, name: 'Ana Price' },
  readFrom: '2026-03-05T09:45:00.000Z',
  readUntil: '2026-03-05T10:00:00.000Z',
  endedAt: null,
  endedBy: null,
  testRecordId: null,
  version: 1,
}

async function open(step: string, draft = draftWith({ assayId: assay.id, organisation, group, subject })) {
  sessionStorage.clear()
  saveDraft(user.id, draft)
  const page = await openPage(`/create-test?step=${step}`, {
    user,
    parts: [
      import('./start.tsx'),
      import('./test-step.tsx'),
      import('./review-step.tsx'),
      import('../running/start-run.ts'),
      import('../running/started-run.tsx'),
    ],
    replies: {
      'GET /organisations': pageOf([organisation]),
      'GET /groups': pageOf([{ ...group, organisationId: organisation.id }]),
      'GET /assays': pageOf([timed]),
      'GET /test-records/recent': reply(200, { data: null }),
      'GET /test-runs/count': reply(200, { data: { running: 1 } }),
      'PUT /test-records/draft': reply(204),
      'POST /test-runs': reply(201, { data: run }),
    },
  })
  await screen.findByRole('heading', { name: 'Start the test' })
  return page
}

test('an assay that requires the timer asks for no result and no time, and starts the timer once the sample is applied', async () => {
  const { fetched } = await open('test')
  screen.getByText(/You will record the result when it can be read/)
  expect(screen.queryByRole('radio')).toBeNull()
  for (const field of ['Date', 'Time', /^Photo/]) expect(screen.queryByLabelText(field)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  // A digit must not choose a result here.
  await userEvent.keyboard('1')
  expect(loadDraft(user.id)?.results).toEqual({})

  await userEvent.click(screen.getByRole('button', { name: 'Sample applied: start the timer' }))
  await screen.findByRole('heading', { name: 'The timer is running' })
  screen.getByText('Read from 09:45 to 10:00')
  expect(sentBody(fetched, '/test-runs')).toMatchObject({ subjectId: subject.id, assayId: assay.id, assayVersion: 1 })
  expect(called(fetched, 'POST', '/test-records')).toEqual([])
  expect(loadDraft(user.id)).toBeUndefined()
})

test('a draft with a result from before the timer was required is led to the timer and not to the review', async () => {
  await open('review', fullDraft)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Sample applied: start the timer' })).toBeDefined())
  expect(screen.queryByRole('button', { name: 'Save test' })).toBeNull()
  expect(reachableStep('review', fullDraft, assay)).toBe('review')
  expect(reachableStep('review', fullDraft, timed)).toBe('test')
})

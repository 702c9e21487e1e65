import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../../testing/open-page.tsx'
import { aUser, pageOf, refusal, reply, sentBody } from '../../testing/replies.ts'
import { loadDraft, saveDraft } from './draft-storage.ts'
import { assay, draftWith, group, organisation, subject } from './fixtures.ts'

const user = aUser('clinical', { assay_id: assay.id })
const ward = { ...group, organisationId: organisation.id }
const elsewhere = { ...ward, id: group.id.replace('c1', 'c2'), name: 'Ward 2' }
const another = { ...ward, id: group.id.replace('c1', 'c3'), name: 'Ward 3' }
const kit = { ...assay, id: assay.id.replace('a1', 'a2'), name: 'Other antigen' }
const notAvailable = 'This choice is not available to you'
const entered = { lot: 'L-1', note: 'Shy', location: 'Room 4', results: { 'flu-a': 'negative' as const } }

async function review(replies: Parameters<typeof openPage>[1]['replies']) {
  sessionStorage.clear()
  const typed = { performedDate: '05/03/2026', performedTime: '09:30', ...entered }
  saveDraft(user.id, draftWith({ assayId: assay.id, organisation, group, subject, ...typed }))
  const opened = await openPage('/create-test?step=review', {
    user,
    parts: [
      import('./start.tsx'),
      import('./place-step.tsx'),
      import('./subject-step.tsx'),
      import('./test-step.tsx'),
      import('./review-step.tsx'),
    ],
    replies: {
      'GET /organisations': pageOf([organisation]),
      'GET /groups': pageOf([ward]),
      'GET /assays': pageOf([assay]),
      'GET /test-records/recent': reply(200, { data: null }),
      'PUT /test-records/draft': reply(204),
      ...replies,
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Save test' }))
  return opened
}

const refused = (field: string, words = notAvailable) => refusal(422, 'validation', { errors: { [field]: [words] } })

test('a user who was moved to another group looks up the subject there, and loses nothing else', async () => {
  const { fetched } = await review({
    'POST /test-records': refused('groupId'),
    'GET /groups': [pageOf([ward]), pageOf([elsewhere])],
    'POST /subjects/matches': reply(200, { data: [], hasMore: false }),
  })
  expect(await screen.findByText(/can no longer record tests at Ward 1/)).toBeDefined()
  await screen.findByRole('heading', { name: 'Who is being tested?' })
  await userEvent.type(screen.getByRole('combobox'), 'Ada')
  await waitFor(() => expect(sentBody(fetched, '/subjects/matches')).toMatchObject({ groupId: elsewhere.id }))
  expect(loadDraft(user.id)).toMatchObject({ ...entered, group: { name: 'Ward 2' }, subject: null })
})

test('a user who was moved and has several groups chooses one, and does not go round in circles', async () => {
  const groups = [pageOf([ward, elsewhere]), pageOf([elsewhere, another])]
  await review({ 'POST /test-records': refused('groupId'), 'GET /groups': groups })
  expect((await screen.findAllByText(/can no longer record tests at Ward 1/)).length).toBeGreaterThan(0)
  await userEvent.click(await screen.findByRole('radio', { name: 'Ward 3' }))
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { name: 'Who is being tested?' })
  expect(loadDraft(user.id)).toMatchObject({ ...entered, group: { name: 'Ward 3' }, subject: null })
})

test('a subject that was merged in the meantime is looked up again', async () => {
  await review({ 'POST /test-records': refused('subjectId') })
  expect(await screen.findByText(/Ada can no longer be chosen at Ward 1/)).toBeDefined()
  await screen.findByRole('heading', { name: 'Who is being tested?' })
  expect(loadDraft(user.id)).toMatchObject({ ...entered, subject: null })
})

test('a kit that is no longer offered is chosen again, with its result', async () => {
  await review({ 'POST /test-records': refused('assayId'), 'GET /assays': [pageOf([assay]), pageOf([kit])] })
  expect((await screen.findAllByText(/Example antigen is no longer used here/)).length).toBeGreaterThan(0)
  await screen.findByRole('heading', { name: 'What does the test show?' })
  const negative = screen.getByRole<HTMLInputElement>('radio', { name: 'Negative' })
  await waitFor(() => expect(negative.isConnected && negative.checked).toBe(false))
  await userEvent.click(screen.getByRole('radio', { name: 'Invalid' }))
  const results = { 'flu-a': 'invalid' }
  expect(loadDraft(user.id)).toMatchObject({ ...entered, assayId: kit.id, lot: '', results })
})

test('a kit that now requires the timer says so where it is started', async () => {
  const timed = { ...assay, requiresTimer: true }
  await review({
    'POST /test-records': refusal(409, 'timer-required'),
    'GET /assays': [pageOf([assay]), pageOf([timed])],
  })
  expect((await screen.findAllByText('words of timer-required')).length).toBeGreaterThan(0)
  await screen.findByRole('button', { name: /start the timer/ })
})

test.each([
  ['forbidden', /no longer allowed to record tests.*What you entered is kept/],
  ['test-creation-disabled', 'words of test-creation-disabled'],
])('a permission that was taken away is reported beside the entered data: %s', async (code, words) => {
  const { router } = await review({ 'POST /test-records': refusal(403, code) })
  expect(await screen.findByText(words)).toBeDefined()
  await waitFor(() => expect(router.state.location.search).toMatchObject({ step: 'review' }))
  expect(loadDraft(user.id)).toMatchObject(entered)
})

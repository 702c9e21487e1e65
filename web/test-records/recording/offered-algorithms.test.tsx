import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../../testing/open-page.tsx'
import { aUser, called, pageOf, reply } from '../../testing/replies.ts'
import { saveDraft } from './draft-storage.ts'
import { assay, draftWith, group, organisation, subject } from './fixtures.ts'

const user = aUser('clinical', { assay_id: assay.id })
const setId = '01890000-0000-7000-8000-0000000000e1'

/** A reply for which a page waits as long as a test takes. */
const late = Object.assign(reply(204), { clone: () => new Promise(() => undefined) as never })

async function open(step: string, replies: Parameters<typeof openPage>[1]['replies']) {
  sessionStorage.clear()
  saveDraft(user.id, draftWith({ assayId: assay.id, organisation, group, subject, testSetId: setId }))
  return await openPage(`/create-test?step=${step}`, {
    user,
    parts: [
      import('./start.tsx'),
      import('./subject-step.tsx'),
      import('./test-step.tsx'),
      import('./algorithm-part.tsx'),
    ],
    replies: {
      'GET /organisations': pageOf([organisation]),
      'GET /groups': pageOf([{ ...group, organisationId: organisation.id }]),
      'GET /assays': pageOf([assay]),
      'GET /test-records': pageOf([]),
      'GET /test-records/recent': reply(200, { data: null }),
      'PUT /test-records/draft': reply(204),
      [`GET /test-sets/${setId}`]: late,
      ...replies,
    },
  })
}

test('the next test of a set is recorded without waiting for the algorithms', async () => {
  await open('test', { 'GET /testing-algorithms': late })
  expect(await screen.findByRole('radio', { name: 'Positive' })).toBeDefined()
})

test('algorithms are asked for together with the places', async () => {
  const { fetched } = await open('subject', { 'GET /organisations': late })
  await waitFor(() => expect(called(fetched, 'GET', '/testing-algorithms')).toHaveLength(1))
  expect(screen.queryByRole('heading', { name: 'Check that this is the right subject' })).toBeNull()
})

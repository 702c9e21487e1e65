import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { chooseLatePhoto, latePhoto, takesPhoto } from '../../testing/late-photo.ts'
import { openPage } from '../../testing/open-page.tsx'
import { aUser, pageOf, reply } from '../../testing/replies.ts'
import { detailsOf, listedTest } from '../../testing/test-records.ts'
import { loadDraft, saveDraft } from './draft-storage.ts'
import { assay, fullDraft, group, organisation } from './fixtures.ts'

const user = aUser('clinical', { assay_id: assay.id })
const other = { ...assay, id: assay.id.replace('a1', 'a2'), name: 'Other antigen' }
const image = { id: '01890000-0000-7000-8000-0000000000d1', name: 'photo.jpg' }

vi.mock('../../api/progress-fetch.ts', async () => await import('../../testing/late-photo.ts'))

async function openTest(image: { id: string; name: string } | null = null) {
  sessionStorage.clear()
  saveDraft(user.id, { ...fullDraft, image, imageOf: assay.id })
  return openPage('/create-test?step=test', {
    user,
    parts: [
      import('./start.tsx'),
      import('./subject-step.tsx'),
      import('./test-step.tsx'),
      import('./review-step.tsx'),
      import('./saved-test.tsx'),
    ],
    replies: {
      'GET /organisations': pageOf([organisation]),
      'GET /groups': pageOf([{ ...group, organisationId: organisation.id }]),
      'GET /assays': pageOf([assay, other]),
      'GET /test-records/recent': reply(200, { data: null }),
      'PUT /test-records/draft': reply(204),
      'POST /subjects/matches': reply(200, { data: [], hasMore: false }),
      'POST /test-records': reply(201, { data: detailsOf(listedTest) }),
      ...takesPhoto,
    },
  })
}

test('a photo that arrives late is added to the test as it is by then, not as it was when the photo was chosen', async () => {
  await openTest()
  const arrive = await chooseLatePhoto()
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Choose another subject' }))
  expect(loadDraft(user.id)).toMatchObject({ subject: null, image: null })
  arrive()
  await waitFor(() => expect(loadDraft(user.id)?.image).toEqual(latePhoto))
  expect(loadDraft(user.id)?.subject).toBeNull()
})

test('a test does not go on without a photo that is on its way, unless its upload is cancelled', async () => {
  await openTest()
  await chooseLatePhoto()
  const goOn = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  const review = () => screen.queryByRole('button', { name: 'Save test' })
  await goOn()
  await screen.findByText(/The photo is still being uploaded/)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel upload' }))
  expect(review()).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel upload' }))
  await waitFor(() => expect(screen.queryByText(/The photo is still being uploaded/)).toBeNull())
  const arrive = await chooseLatePhoto()
  await goOn()
  await screen.findByText(/The photo is still being uploaded/)
  arrive()
  await screen.findByText('Photo added: late.jpg')
  expect(screen.queryByText(/The photo is still being uploaded/)).toBeNull()
  await goOn()
  await waitFor(() => expect(review()).not.toBeNull())
})

test('a photo that was added before another kit was chosen says so', async () => {
  await openTest(image)
  await screen.findByText('Photo added: photo.jpg')
  expect(screen.queryByText(/added before this kit/)).toBeNull()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Test kit' }), 'Other antigen')
  await screen.findByText('The photo was added before this kit was chosen. Check that it shows Other antigen.')
  expect(loadDraft(user.id)).toMatchObject({ assayId: other.id, image })
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Test kit' }), assay.name)
  expect(screen.queryByText(/added before this kit/)).toBeNull()
})

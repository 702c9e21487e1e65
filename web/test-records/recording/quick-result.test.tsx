import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../../testing/open-page.tsx'
import { aUser, pageOf, reply } from '../../testing/replies.ts'
import { saveDraft } from './draft-storage.ts'
import { assay, draftWith, group, organisation, subject } from './fixtures.ts'

const user = aUser('clinical', { assay_id: assay.id })

async function openFound() {
  sessionStorage.clear()
  saveDraft(user.id, draftWith({ assayId: assay.id, organisation, group, subject }))
  await openPage('/create-test?step=subject', {
    user,
    parts: [import('./start.tsx'), import('./subject-step.tsx'), import('./test-step.tsx')],
    replies: {
      'GET /organisations': pageOf([organisation]),
      'GET /groups': pageOf([{ ...group, organisationId: organisation.id }]),
      'GET /assays': pageOf([assay]),
      'GET /test-records': pageOf([]),
      'GET /test-records/recent': reply(200, { data: null }),
      'PUT /test-records/draft': reply(204),
    },
  })
  await screen.findByRole('heading', { name: 'Check that this is the right subject' })
}

const isChosen = async (name: string) => (await screen.findByRole<HTMLInputElement>('radio', { name })).checked

test('the digit of each result is shown before one is pressed', async () => {
  await openFound()
  expect(screen.getByText(/^Press a number .*: 1 Positive, 2 Negative, /)).toBeDefined()
})

test('a digit counts as the result even when Enter follows at once', async () => {
  await openFound()
  await userEvent.keyboard('2{Enter}')
  expect(await isChosen('Negative')).toBe(true)
})

test('a digit counts as the result even when a press of Continue follows at once', async () => {
  await openFound()
  await userEvent.keyboard('1')
  // The click must follow at once, however slow the machine is.
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await isChosen('Positive')).toBe(true)
})

test('a digit that is typed with Shift held down, as on a French keyboard, is a result', async () => {
  await openFound()
  await userEvent.keyboard('{Shift>}2{/Shift}')
  expect(await isChosen('Negative')).toBe(true)
})

test('digits in quick succession choose nothing', async () => {
  await openFound()
  await userEvent.keyboard('12{Enter}')
  expect(await isChosen('Positive')).toBe(false)
  expect(await isChosen('Negative')).toBe(false)
})

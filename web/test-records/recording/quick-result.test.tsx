import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../../testing/open-page.tsx'
import { aUser, pageOf, reply } from '../../testing/replies.ts'
import { press } from '../../testing/scanner.ts'
import { currentMessages } from '../../ui/snackbar-store.ts'
import { loadDraft, saveDraft } from './draft-storage.ts'
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

test('a digit is shown at once, and counts as the result when nothing follows it', async () => {
  await openFound()
  await userEvent.keyboard('2')
  expect(screen.getByText('Negative')).toBeDefined()
  expect(await isChosen('Negative')).toBe(true)
})

test('a digit that is typed with Shift held down, as on a French keyboard, is a result', async () => {
  await openFound()
  await userEvent.keyboard('{Shift>}2{/Shift}')
  expect(await isChosen('Negative')).toBe(true)
})

test.each([[['2', 'Enter']], [['1', '2', 'Enter']], [['1', '2']]])(
  'keys as quick as a scanner’s choose nothing, and that is said: %s',
  async (keys) => {
    await openFound()
    const begun = Date.now()
    for (const [at, key] of keys.entries()) press(key, begun + at * 100)
    await waitFor(() => expect(currentMessages().at(-1)?.text).toMatch(/^Nothing was entered: the keys came as fast/))
    expect(loadDraft(user.id)?.results).toEqual({})
    expect(screen.getByRole('heading', { name: 'Check that this is the right subject' })).toBeDefined()
  },
)

test('a digit that was pressed just before Continue is said not to count', async () => {
  await openFound()
  await userEvent.keyboard('1')
  // The click must follow at once, however slow the machine is.
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await isChosen('Positive')).toBe(false)
  expect(currentMessages().at(-1)?.text).toMatch(/^Nothing was entered/)
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { AssayListItem } from '../../../contract/assays/assay.ts'
import type { Result } from '../../../contract/rules/results.ts'
import { openPage } from '../../testing/open-page.tsx'
import { aUser, called, pageOf, reply } from '../../testing/replies.ts'
import { pressLater } from '../../testing/scanner.ts'
import { loadDraft, saveDraft } from './draft-storage.ts'
import { assay, draftWith, group, organisation, subject } from './fixtures.ts'

const user = aUser('clinical', { assay_id: assay.id })
const lines = ['SARS-CoV-2', 'Influenza A', 'RSV'].map((name) => ({ id: name, name, loinc: null, snomed: null }))

/** Opens the step that asks for the results of a device with three lines. */
async function open(
  kit: Partial<AssayListItem> = {},
  results: Record<string, Result> = {},
  replies: Parameters<typeof openPage>[1]['replies'] = {},
) {
  const offered = { ...assay, analytes: lines, ...kit }
  sessionStorage.clear()
  saveDraft(user.id, draftWith({ assayId: assay.id, organisation, group, subject, results }))
  const { fetched } = await openPage('/create-test?step=test', {
    user,
    parts: [
      import('./start.tsx'),
      import('./test-step.tsx'),
      import('./several-analytes.tsx'),
      import('./written-instructions.tsx'),
    ],
    replies: {
      'GET /organisations': pageOf([organisation]),
      'GET /groups': pageOf([{ ...group, organisationId: organisation.id }]),
      'GET /assays': pageOf([offered]),
      'PUT /test-records/draft': reply(204),
      ...replies,
    },
  })
  await screen.findByRole('radiogroup', { name: 'SARS-CoV-2' })
  return fetched
}

const line = (name: string) => within(screen.getByRole('radiogroup', { name }))
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const press = (name: string) => userEvent.click(button(name))
const answer = (name: string, result: string) => userEvent.click(line(name).getByRole('radio', { name: result }))
/** The answer of each line, from first to last. */
const shown = () =>
  lines.map(({ name }) => {
    const chosen = line(name).queryByRole<HTMLInputElement>('radio', { checked: true })
    return chosen?.value
  })
const overall = () =>
  screen.getAllByRole('status').find(({ textContent }) => /lines answered|Result of the test/.test(textContent))
    ?.textContent
const focused = () => document.activeElement?.textContent

test('one press makes every line negative and moves the focus to the button that goes on', async () => {
  await open()
  expect(overall()).toBe('0 of 3 lines answered')
  await press('All negative')
  expect(shown()).toEqual(['negative', 'negative', 'negative'])
  expect(overall()).toBe('Result of the test: Negative')
  expect(focused()).toBe('Continue')
  expect(button('All negative').getAttribute('aria-disabled')).toBe('true')
  await waitFor(() =>
    expect(loadDraft(user.id)?.results).toEqual(Object.fromEntries(lines.map(({ id }) => [id, 'negative']))),
  )
})

test('an answered line keeps its result when the others are marked negative', async () => {
  await open()
  await answer('Influenza A', 'Positive')
  expect(overall()).toBe('1 of 3 lines answered')
  await press('All others negative')
  expect(shown()).toEqual(['negative', 'positive', 'negative'])
  expect(overall()).toBe('Result of the test: Positive')
})

test('without a control line every line is invalid, whatever was answered before', async () => {
  await open()
  await answer('Influenza A', 'Positive')
  await press('No control line: all invalid')
  expect(shown()).toEqual(['invalid', 'invalid', 'invalid'])
  expect(overall()).toBe('Result of the test: Invalid')
  expect(focused()).toBe('Continue')
  await press('Clear')
  expect(shown()).toEqual([undefined, undefined, undefined])
  expect(overall()).toBe('0 of 3 lines answered')
})

test('keys answer line after line, the others at once, and a key without a result answers nothing', async () => {
  await open()
  line('SARS-CoV-2').getByRole('radio', { name: 'Positive' }).focus()
  await userEvent.keyboard('7')
  expect(shown()).toEqual([undefined, undefined, undefined])
  const focusedName = () => document.activeElement?.getAttribute('name')
  pressLater('1')
  await waitFor(() => expect(focusedName()).toBe('result.Influenza A'))
  pressLater('3')
  await waitFor(() => expect(focusedName()).toBe('result.RSV'))
  pressLater('0')
  await waitFor(() => expect(shown()).toEqual(['positive', 'inconclusive', 'negative']))
  line('RSV').getByRole('radio', { name: 'Negative' }).focus()
  pressLater('9')
  await waitFor(() => expect(shown()).toEqual(['invalid', 'invalid', 'invalid']))
})

test('a line without a result is reported at that line, and the test does not go on', async () => {
  await open({}, { 'SARS-CoV-2': 'negative' })
  await press('Continue')
  const missing = ['Influenza A', 'RSV'].map((name) => screen.getByRole('radiogroup', { name }))
  for (const group of missing) expect(group.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('radiogroup', { name: 'SARS-CoV-2' }).getAttribute('aria-invalid')).toBeNull()
  expect(document.activeElement?.getAttribute('name')).toBe('result.Influenza A')
  await press('All others negative')
  for (const group of missing) expect(group.getAttribute('aria-invalid')).toBeNull()
})

test('a kit that offers neither negative nor invalid has no short cut to them', async () => {
  await open({ offeredResults: ['positive', 'inconclusive'] })
  expect(screen.queryByRole('button', { name: /negative|invalid/ })).toBeNull()
  line('RSV').getByRole('radio', { name: 'Positive' }).focus()
  for (const key of ['0', '9', '1']) pressLater(key)
  // A key counts only once no other has followed it: the last of them is the first that may.
  await waitFor(() => expect(shown()).toEqual([undefined, undefined, 'positive']))
})

test('the instructions are fetched when they are opened, in the tenant’s language if the reader’s is missing', async () => {
  const picture = { id: 'one', width: 60, height: 40, words: { es_MX: 'Tres gotas' } }
  const whole = { ...assay, instructions: { es_MX: '1. Abrir\n2. Gotas ![1]' }, pictures: [picture] }
  await open({ hasInstructions: true }, {}, { [`GET /assays/${assay.id}/web`]: reply(200, { data: whole }) })
  expect(screen.queryByRole('img', { name: 'Tres gotas' })).toBeNull()
  const fold = screen.getByText('How to use this kit').closest('details')
  if (fold === null) throw new Error('The instructions are folded away')
  fold.open = true
  expect((await screen.findByRole('img', { name: 'Tres gotas' })).closest('li')?.textContent).toBe('Gotas ')
})

test('results are sent as the page is left, without waiting for the typing pause', async () => {
  const fetched = await open()
  await press('All negative')
  cleanup()
  expect(called(fetched, 'PUT', '/test-records/draft')).toHaveLength(1)
})

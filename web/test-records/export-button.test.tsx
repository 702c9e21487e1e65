import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exportTestRecords } from '../../contract/test-records/endpoints.ts'
import { patienceMs } from '../api/patience.ts'
import { loadPreferences } from '../preferences/preferences.ts'
import { answer, reply, somePreferences } from '../testing/replies.ts'
import { setLocale } from '../ui/phrases.ts'
import { Snackbar } from '../ui/snackbar.tsx'
import { ExportButton } from '../lists/export-button.tsx'
import { fileOf } from '../lists/fetch-file.ts'

const saveFile = vi.hoisted(() => vi.fn())
vi.mock('../ui/save-file.ts', () => ({ saveFile }))

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
})
afterEach(() => {
  vi.useRealTimers()
  saveFile.mockReset()
})

const queued = (place: number) =>
  reply(503, { code: 'export-queued', message: 'Other exports are running.', requestId: 'r-1', place })

function file(lines: string[], end: 'whole' | 'broken' = 'whole'): Response {
  const body = new ReadableStream({
    pull(controller) {
      const line = lines.shift()
      if (line !== undefined) controller.enqueue(new TextEncoder().encode(line))
      else if (end === 'whole') controller.close()
      else controller.error(new TypeError('network error'))
    },
  })
  return new Response(body, { status: 200 })
}

/** Shows the button and chooses a CSV file. */
async function show(...replies: Response[]) {
  const fetched = answer({
    'GET /get-site-preferences': reply(200, { data: somePreferences() }),
    'GET /test-records/export': replies,
  })
  await loadPreferences()
  await setLocale('en_GB')
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ExportButton
        words="testRecords"
        download={fileOf(exportTestRecords)}
        total={1}
        isCapped={false}
        isWaiting={false}
      />
      <Snackbar />
    </QueryClientProvider>,
  )
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const choose = async () => {
    await user.click(screen.getByRole('button', { name: 'Export 1 record' }))
    await user.click(screen.getByRole('menuitem', { name: /^CSV file/ }))
  }
  const asked = () => fetched.mock.calls.filter(([address]) => address.includes('/export')).length
  return { user, asked, choose, fetched }
}

async function exportWith(...replies: Response[]) {
  const shown = await show(...replies)
  await shown.choose()
  return shown
}

test('a person in the queue sees their place, and gets the file when it is their turn', async () => {
  await exportWith(queued(2), queued(1), file(['"Test ID"\r\n', '"BRID-1"\r\n']))
  expect(await screen.findByText('You are number 2 in the queue')).toBeDefined()
  expect(await screen.findByText('You are number 1 in the queue')).toBeDefined()
  expect(await screen.findByText('1 record exported')).toBeDefined()
  expect(saveFile).toHaveBeenCalledOnce()
})

test('a person in the queue can cancel, and the server is not asked again', async () => {
  const { user, asked } = await exportWith(queued(2))
  await screen.findByText('You are number 2 in the queue')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Export cancelled. No file was saved.')).toBeDefined()
  const before = asked()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toBe(before)
  expect(saveFile).not.toHaveBeenCalled()
})

test('a file that breaks off after a whole line is not saved, and the person is told', async () => {
  await exportWith(file(['"Test ID"\r\n', '"BRID-1"\r\n'], 'broken'))
  expect(await screen.findByText('Unable to export data due to an unknown error. Please try again.')).toBeDefined()
  expect(saveFile).not.toHaveBeenCalled()
})

test('an export whose first row is late is shown as under way', async () => {
  const { choose, fetched } = await show()
  const late = Promise.withResolvers<Response>()
  fetched.mockImplementation(() => late.promise)
  await choose()
  screen.getByText('Starting the export')
  await act(() => vi.advanceTimersByTimeAsync(2 * patienceMs))
  screen.getByText('This is taking longer than usual, but it is still under way.')
  late.resolve(file(['"Test ID"\r\n', '"BRID-1"\r\n']))
  expect(await screen.findByText('1 record exported')).toBeDefined()
  expect(saveFile).toHaveBeenCalledOnce()
})

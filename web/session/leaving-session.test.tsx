import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { listSubjects } from '../../contract/subjects/endpoints.ts'
import { listUsers } from '../../contract/users/reading.ts'
import { call } from '../api/client.ts'
import { currentMessages, showKeptMessage } from '../ui/snackbar-store.ts'
import { useLeaveWithOtherTabs } from './leaving-session.ts'

const assign = vi.fn<(address: string) => void>()
const queries = new QueryClient()

function Tab() {
  useLeaveWithOtherTabs()
  return null
}

beforeEach(() => {
  assign.mockClear()
  vi.stubGlobal('location', { ...window.location, assign })
  queries.setQueryData(['somebody'], 'of the session')
  render(<Tab />, {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  })
})

function hear(key: string, newValue: string | null): void {
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
}

test('reports no error to pending callers, and forgets all fetched data', async () => {
  const stopped = vi.fn<() => void>()
  const unavailable = vi.fn(async () => new Response(null, { status: 503 }))
  vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) =>
    address.includes('/users')
      ? unavailable()
      : new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            stopped()
            reject(signal.reason as Error)
          })
        }),
  )
  const settled = vi.fn<(how: unknown) => void>()
  void call(listUsers).then(settled, settled)
  await waitFor(() => expect(unavailable).toHaveBeenCalled())
  // The answer has been read, and the question waits to be asked again.
  await new Promise((done) => setTimeout(done, 20))
  queries.setQueryData(['under way'], 'of the session')
  const waiting = queries.fetchQuery({
    queryKey: ['under way'],
    queryFn: ({ signal }) => call(listSubjects, { signal }),
  })
  void waiting.then(settled, settled)
  hear('lateral.left', JSON.stringify({ text: 'Logged out', tone: 'success' }))
  await waitFor(() => expect(stopped).toHaveBeenCalled())
  await new Promise((done) => setTimeout(done, 20))
  expect(settled).not.toHaveBeenCalled()
  expect(queries.getQueryData(['under way'])).toBeUndefined()
  expect(queries.getQueryData(['somebody'])).toBeUndefined()
})

test('leaves for the login page with the message of the tab that ended the session', () => {
  hear('lateral.left', JSON.stringify({ text: 'Your account was deleted', tone: 'success' }))
  expect(assign).toHaveBeenCalledExactlyOnceWith('/login')
  expect(queries.getQueryData(['somebody'])).toBeUndefined()
  showKeptMessage()
  expect(currentMessages()).toMatchObject([{ text: 'Your account was deleted', tone: 'success' }])
})

test('sends no more requests while the next page loads', async () => {
  const fetched = vi.fn<typeof fetch>(async () => new Response('{}', { status: 401 }))
  vi.stubGlobal('fetch', fetched)
  hear('lateral.left', JSON.stringify({ text: 'Logged out', tone: 'success' }))
  const settled = vi.fn<() => void>()
  void call(listSubjects).then(settled, settled)
  await new Promise((done) => setTimeout(done, 20))
  expect(fetched).not.toHaveBeenCalled()
  expect(settled).not.toHaveBeenCalled()
})

test('stays after any other change of storage', () => {
  hear('lateral.left', null)
  hear('lateral.locale', 'es_MX')
  expect(assign).not.toHaveBeenCalled()
  expect(queries.getQueryData(['somebody'])).toBe('of the session')
})

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useLeaveWithOtherTabs } from './leave-with-other-tabs.ts'

const leave = vi.hoisted(() => vi.fn<(queries: unknown, address: string, text: string, tone: string) => void>())
vi.mock('./leave-session.ts', () => ({ leaveSession: leave }))

function Tab() {
  useLeaveWithOtherTabs()
  return null
}

beforeEach(() => {
  leave.mockClear()
  render(<Tab />, {
    wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
  })
})

function hear(key: string, newValue: string | null): void {
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
}

test('leaves for the login page with the words of the tab that ended the session', () => {
  hear('lateral.left', JSON.stringify({ text: 'Your account was deleted', tone: 'success' }))
  expect(leave).toHaveBeenCalledExactlyOnceWith(expect.anything(), '/login', 'Your account was deleted', 'success')
})

test('stays for any other change of storage', () => {
  hear('lateral.left', null)
  hear('lateral.locale', 'es_MX')
  expect(leave).not.toHaveBeenCalled()
})

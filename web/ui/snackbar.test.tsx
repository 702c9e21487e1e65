import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLocale } from './phrases.ts'
import {
  currentMessages,
  keepMessage,
  lastingMessage,
  showKeptMessage,
  showMessage,
  snackbarTime,
} from './snackbar-store.ts'
import { Snackbar } from './snackbar.tsx'

beforeEach(async () => {
  await setLocale('en_GB')
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => {
    vi.runAllTimers()
  })
  vi.useRealTimers()
})

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}

test('a message is announced politely and goes after four seconds', () => {
  render(<Snackbar />)
  act(() => showMessage('Saved'))
  expect(screen.getByRole('status').textContent).toContain('Saved')
  pass(snackbarTime - 1)
  expect(screen.queryByText('Saved')).not.toBeNull()
  pass(1)
  expect(screen.queryByText('Saved')).toBeNull()
})

test('two equal messages are one, which stays for the time of the second', () => {
  render(<Snackbar />)
  act(() => showMessage('Not found', 'danger'))
  pass(snackbarTime - 1)
  act(() => showMessage('Not found', 'danger'))
  expect(screen.getAllByText('Not found')).toHaveLength(1)
  pass(snackbarTime - 1)
  expect(screen.queryByText('Not found')).not.toBeNull()
  pass(1)
  expect(screen.queryByText('Not found')).toBeNull()
})

test('a message stays while the pointer rests on it', () => {
  render(<Snackbar />)
  act(() => showMessage('Saved'))
  fireEvent.pointerEnter(screen.getByText('Saved'))
  pass(60_000)
  expect(screen.queryByText('Saved')).not.toBeNull()
  fireEvent.pointerLeave(screen.getByText('Saved'))
  pass(snackbarTime)
  expect(screen.queryByText('Saved')).toBeNull()
})

test('a message can be dismissed', () => {
  render(<Snackbar />)
  act(() => showMessage('Saved'))
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss message' }))
  expect(screen.queryByText('Saved')).toBeNull()
})

test('a message kept for the next document is shown there once', () => {
  render(<Snackbar />)
  keepMessage('You have successfully logged out')
  act(() => showKeptMessage())
  act(() => showKeptMessage())
  expect(screen.getAllByText('You have successfully logged out')).toHaveLength(1)
})

test('on the login page the message of the last document stays, and is not shown twice', () => {
  keepMessage('You have been logged out')
  act(() => showKeptMessage({ forGood: true }))
  expect(lastingMessage()).toEqual({ text: 'You have been logged out', tone: 'success' })
  expect(currentMessages()).toEqual([])
  act(() => showKeptMessage({ forGood: true }))
  expect(lastingMessage()?.text).toBe('You have been logged out')
})

test('a link of a message leads to what is next, and the message goes with it', () => {
  render(<Snackbar />)
  const follow = vi.fn<() => void>()
  act(() => showMessage('Report made', 'success', { word: 'See the reports', href: '/reports', follow }))
  const link = screen.getByRole('link', { name: 'See the reports' })
  expect(link.getAttribute('href')).toBe('/reports')
  fireEvent.click(link)
  expect(follow).toHaveBeenCalledOnce()
  expect(screen.queryByText('Report made')).toBeNull()
})

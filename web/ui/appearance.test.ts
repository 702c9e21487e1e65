import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { chooseAppearance, startAppearance, useChosenAppearance } from './appearance.ts'

const drawn = () => document.documentElement.dataset['appearance']
let device: EventTarget & { matches: boolean }

beforeEach(() => {
  localStorage.clear()
  device = Object.assign(new EventTarget(), { matches: true })
  vi.stubGlobal('matchMedia', () => device)
  startAppearance()
})

test('follows the device until somebody chooses, and again once they choose that', () => {
  expect(drawn()).toBe('dark')
  chooseAppearance('light')
  expect(drawn()).toBe('light')
  device.dispatchEvent(new Event('change'))
  expect(drawn()).toBe('light')
  chooseAppearance('system')
  expect(drawn()).toBe('dark')
  device.matches = false
  device.dispatchEvent(new Event('change'))
  expect(drawn()).toBe('light')
})

test('a choice applies at the next start, and in other tabs at once', () => {
  const { result } = renderHook(useChosenAppearance)
  chooseAppearance('light')
  startAppearance()
  expect(drawn()).toBe('light')
  act(() => {
    localStorage.setItem('lateral.appearance', 'dark')
    window.dispatchEvent(new StorageEvent('storage', { key: 'lateral.appearance' }))
  })
  expect([drawn(), result.current]).toEqual(['dark', 'dark'])
})

test('an invalid stored value is ignored', () => {
  localStorage.setItem('lateral.appearance', 'red;}')
  startAppearance()
  expect(drawn()).toBe('dark')
})

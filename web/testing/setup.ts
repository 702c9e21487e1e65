import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Before each web test. A test fails when it makes React or the app write an error that it did not expect. */
let errors: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  window.scrollTo = () => undefined
})

afterEach(() => {
  cleanup()
  const written = errors.mock.calls
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  expect(written, 'unexpected console.error').toEqual([])
})

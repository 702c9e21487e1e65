import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { usePageMark } from './use-page-mark.ts'

const { dataset } = document.documentElement

test('the document has a mark for as long as one of those that set it is shown', () => {
  const first = renderHook(() => usePageMark('hasRows'))
  const second = renderHook(() => usePageMark('hasRows'))
  first.unmount()
  expect(dataset['hasRows']).toBeDefined()
  second.unmount()
  expect(dataset['hasRows']).toBeUndefined()
})

import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Unhurried } from './unhurried.tsx'

/** Fakes of the browser's reports: which elements are near, and that it is idle. */
let nearOf: Map<Element, () => void>
let idle: (() => void)[]

beforeEach(() => {
  nearOf = new Map()
  idle = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly tell: (entries: { isIntersecting: boolean }[]) => void
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.tell = tell
      }
      observe(element: Element) {
        nearOf.set(element, () => this.tell([{ isIntersecting: true }]))
      }
      disconnect() {
        nearOf.clear()
      }
    },
  )
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
})

afterEach(() => {
  // Elements of earlier tests no longer wait for their turn.
  while (idle.length > 0) idle.shift()?.()
  vi.unstubAllGlobals()
})

test('distant content is drawn one by one, each time the browser is idle', async () => {
  render(
    <>
      <Far words="First" />
      <Far words="Second" />
    </>,
  )
  expect(shown()).toEqual([])
  await beIdle()
  expect(shown()).toEqual(['First'])
  await beIdle()
  expect(shown()).toEqual(['First', 'Second'])
})

test('near content is drawn at once, and the rest has its turn', async () => {
  render(
    <>
      <Far words="First" />
      <Far words="Second" />
    </>,
  )
  await act(async () => [...nearOf.values()][1]?.())
  expect(shown()).toEqual(['Second'])
  await beIdle()
  expect(shown()).toEqual(['First', 'Second'])
})

test('printing draws all content', () => {
  render(<Far words="First" />)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(shown()).toEqual(['First'])
})

test('content that is removed before its turn does not block the rest', async () => {
  const { unmount } = render(<Far words="First" />)
  unmount()
  render(<Far words="Second" />)
  await beIdle()
  expect(shown()).toEqual(['Second'])
})

function Far({ words }: { words: string }) {
  return (
    <Unhurried height={100}>
      <p>{words}</p>
    </Unhurried>
  )
}

async function beIdle(): Promise<void> {
  await act(async () => idle.shift()?.())
}

function shown(): string[] {
  return ['First', 'Second'].filter((words) => screen.queryByText(words) !== null)
}

import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Unhurried } from './unhurried.tsx'

/** What the browser would tell: which places are near, and that it has nothing else to do. */
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
  // Whose turn it would be has gone with its test.
  while (idle.length > 0) idle.shift()?.()
  vi.unstubAllGlobals()
})

test('what is far is drawn one by one, as often as the browser has nothing else to do', async () => {
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

test('what is near is drawn at once, and what is left has its turn', async () => {
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

test('paper has all of it', () => {
  render(<Far words="First" />)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(shown()).toEqual(['First'])
})

test('what has gone before its turn holds up nobody', async () => {
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

import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anyScan, press, scan, type Clock } from '../testing/scanner.ts'
import { takeLoneKeys } from './lone-keys.ts'

/** Longer than anything waits for a key. */
const settled = 4000

let stop: () => void
let taken: string[]
let shown: string | undefined
let scanned: string[]
let refused: number
let pressed: number
let clock: Clock

beforeEach(() => {
  vi.useFakeTimers()
  const ticking = performance.now.bind(performance)
  let stoodStill = 0
  vi.spyOn(performance, 'now').mockImplementation(() => ticking() + stoodStill)
  clock = {
    pass: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)),
    standStill(ms) {
      stoodStill += ms
      // What was due meanwhile is first in the queue, before the keys.
      vi.advanceTimersByTime(50)
    },
    now: () => performance.now(),
  }
  taken = []
  scanned = []
  refused = 0
  pressed = 0
  shown = undefined
  const button = document.createElement('button')
  button.addEventListener('click', () => (pressed += 1))
  button.addEventListener('keydown', ({ key }) => {
    if (key.startsWith('Arrow') || key === 'Tab') pressed += 1
  })
  document.body.append(button, document.createElement('textarea'))
  button.focus()
  stop = takeLoneKeys({
    meaningOf: (key, at) =>
      !/^[1-4ae/]$/.test(key) && !(at === button && /^(Enter| )$/.test(key))
        ? undefined
        : {
            show: (isPending) => (shown = isPending ? key : undefined),
            act() {
              if (!/^[1-4ae/]$/.test(key)) {
                button.click()
                return undefined
              }
              taken = [...taken, key]
              return () => (taken = taken.slice(0, -1))
            },
            refuse: () => (refused += 1),
          },
    onScan: (text) => scanned.push(text),
  })
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

test('no keys of a scanner do anything, at any pace, with any beginning and end, on a slow page', async () => {
  await fc.assert(
    // A Tab before all else moves the focus, as it should.
    fc.asyncProperty(
      anyScan.filter(({ keys }) => keys[0] !== 'Tab'),
      async (one) => {
        taken = []
        pressed = 0
        await clock.pass(settled)
        await scan(one, clock)
        await clock.pass(settled)
        expect([taken, pressed, shown]).toEqual([[], 0, undefined])
      },
    ),
    { numRuns: 400, verbose: 1 },
  )
})

test('a badge is handed on in one piece, and its end does nothing', async () => {
  for (const pace of [1, 5, 8, 30, 45, 60, 90, 120, 150]) {
    for (const end of [[], ['Enter'], ['Tab'], ['Enter', 'ArrowDown']]) {
      for (const badge of ['31241238', 'HAR-0042']) {
        scanned = []
        await scan({ keys: [...badge, ...end], pace, standsStill: 0, delay: 0 }, clock)
        await clock.pass(settled)
        expect([scanned, taken, pressed, refused]).toEqual([[badge], [], 0, 0])
      }
    }
  }
})

test('keys that a person presses one by one are shown at once, and each is taken', async () => {
  for (const key of ['1', '2', 'a', '2']) {
    press(key, clock.now())
    expect(shown).toBe(key)
    await clock.pass(400)
    expect(shown).toBeUndefined()
  }
  expect([taken, refused]).toEqual([['1', '2', 'a', '2'], 0])
})

test('whatever a person types, each key is taken or it is said that something was not', async () => {
  const rhythm = fc.array(
    fc.record({ key: fc.constantFrom('1', '2', 'ArrowDown', 'Enter'), after: fc.integer({ min: 20, max: 700 }) }),
    { minLength: 1, maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(rhythm, async (keys) => {
      await clock.pass(settled)
      taken = []
      refused = 0
      scanned = []
      for (const { key, after } of keys) {
        await clock.pass(after)
        press(key, clock.now())
      }
      await clock.pass(settled)
      const digits = keys.filter(({ key }) => /\d/.test(key))
      expect(taken.length === digits.length || refused + scanned.length > 0).toBe(true)
      // A key with nothing before it and nothing after it is always taken.
      const alone = digits.filter((one) => {
        const at = keys.indexOf(one)
        return one.after > 250 && (keys[at + 1]?.after ?? 700) > 250
      })
      expect(taken.length).toBeGreaterThanOrEqual(alone.length)
    }),
    { numRuns: 200, verbose: 1 },
  )
})

test('a scan that begins just after a key was pressed takes that key with it, and says so or is unknown', async () => {
  press('1', clock.now())
  await clock.pass(120)
  await scan({ keys: [...'31241238', 'Enter'], pace: 60, standsStill: 0, delay: 0 }, clock)
  await clock.pass(settled)
  expect([taken, scanned]).toEqual([[], ['131241238']])
})

test('a key that is held down is taken once, or not at all', async () => {
  press('1', clock.now())
  await clock.pass(500)
  for (let i = 0; i < 20; i += 1) {
    press('1', clock.now(), { repeat: true })
    await clock.pass(30)
  }
  await clock.pass(settled)
  expect([taken, scanned]).toEqual([['1'], []])
})

test.each([{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { ctrlKey: true, altKey: true }])(
  'a digit with %o does nothing',
  async (modifier) => {
    press('1', clock.now(), modifier)
    await clock.pass(settled)
    expect(taken).toEqual([])
  },
)

test('what is typed in a field stays there, and the arrow behind its Enter moves nothing', async () => {
  document.querySelector('textarea')?.focus()
  await scan({ keys: [...'31241238', 'Enter'], pace: 60, standsStill: 0, delay: 0 }, clock)
  document.querySelector('button')?.focus()
  await clock.pass(60)
  press('ArrowDown', clock.now())
  await clock.pass(settled)
  expect([taken, scanned, pressed]).toEqual([[], [], 0])
})

test('a key that a person presses just after Enter is taken, be it the end of a scan or of what was typed', async () => {
  await scan({ keys: [...'31241238', 'Enter'], pace: 60, standsStill: 0, delay: 0 }, clock)
  await clock.pass(100)
  press('2', clock.now())
  await clock.pass(settled)
  document.querySelector('textarea')?.focus()
  await scan({ keys: [...'ana', 'Enter'], pace: 90, standsStill: 0, delay: 0 }, clock)
  document.querySelector('button')?.focus()
  await clock.pass(100)
  press('3', clock.now())
  await clock.pass(settled)
  expect([taken, refused]).toEqual([['2', '3'], 0])
})

test.each(['Enter', ' '])('%j before which and after which nothing is typed presses a button, once', async (key) => {
  press(key, clock.now())
  expect([pressed, shown]).toEqual([0, key])
  await clock.pass(500)
  expect([pressed, shown]).toEqual([1, undefined])
  for (let i = 0; i < 20; i += 1) {
    press(key, clock.now(), { repeat: true })
    await clock.pass(30)
  }
  await clock.pass(settled)
  expect([pressed, taken, refused]).toEqual([1, [], 0])
})

test('a key that comes late takes back what the one before it did', async () => {
  const at = clock.now()
  press('1', at)
  await clock.pass(1000)
  expect(taken).toEqual(['1'])
  press('2', at + 60)
  await clock.pass(settled)
  expect([taken, refused]).toEqual([[], 1])
})

test('a part of the page that goes away says what it did not take', async () => {
  press('1', clock.now())
  stop()
  await clock.pass(settled)
  expect([taken, refused]).toEqual([[], 1])
})

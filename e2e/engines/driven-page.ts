import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import type { Part, Role, Screen } from '../stage/screen.ts'
import { DriverError, type Driver, type Found } from './driver.ts'

/** The source of `TestingLibraryDom`, which finds elements in the browser by role and label, as a person would. */
const finder = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

/** The time after which a missing part counts as a failure, in milliseconds. */
const patience = 15_000

/** A driver's errors for an element that is not ready yet, and for an element or page that is being replaced. */
const passing = new Set([
  'stale element reference',
  'no such element',
  'no such node',
  'element not interactable',
  'element click intercepted',
  // The page moved after it had been scrolled to the element.
  'move target out of bounds',
  'javascript error',
])

const keys = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  Space: ' ',
  ArrowUp: '\uE013',
  ArrowDown: '\uE015',
}
type Key = keyof typeof keys

/** One step of a search, applied to the results of the steps before it. */
type Step =
  | { by: 'role'; role: Role; name?: Words }
  | { by: 'label' | 'text'; words: Words }
  | { by: 'css'; selector: string; hasText?: string | undefined }
  | { by: 'nth'; at: number }
  | { by: 'or'; steps: readonly Step[] }

/** A regular expression in a form that can be sent. */
interface Words {
  source: string
  flags: string
}

/** A page behind a driver, with the methods of Playwright's page that journeys need. */
export class DrivenPage implements Screen {
  readonly #driver: Driver
  readonly keyboard = {
    press: (combination: string) =>
      strike(this.#driver, [combination.split('+').map((key) => keys[key as Key] ?? key)]),
    type: (text: string) =>
      strike(
        this.#driver,
        [...text].map((sign) => [sign]),
      ),
  }

  constructor(driver: Driver) {
    this.#driver = driver
  }

  getByRole(...sought: Parameters<Screen['getByRole']>): Part {
    return this.#all().getByRole(...sought)
  }

  getByLabel(...sought: Parameters<Screen['getByLabel']>): Part {
    return this.#all().getByLabel(...sought)
  }

  getByText(...sought: Parameters<Screen['getByText']>): Part {
    return this.#all().getByText(...sought)
  }

  locator(...sought: Parameters<Screen['locator']>): Part {
    return this.#all().locator(...sought)
  }

  async evaluate<T>(work: () => T): Promise<T> {
    return await this.#driver.call(work)
  }

  async waitForURL(isReached: (url: URL) => boolean): Promise<void> {
    for (const end = Date.now() + patience; !isReached(new URL(await this.#driver.address())); await pause(50)) {
      if (Date.now() > end) throw new Error(`The page is still ${await this.#driver.address()}`)
    }
  }

  #all(): DrivenPart {
    return new DrivenPart(this.#driver, [])
  }
}

class DrivenPart implements Part {
  readonly #driver: Driver
  readonly steps: readonly Step[]

  constructor(driver: Driver, steps: readonly Step[]) {
    this.#driver = driver
    this.steps = steps
  }

  getByRole(role: Role, { name, exact }: { name?: string | RegExp; exact?: boolean } = {}): Part {
    return this.#with({ by: 'role', role, ...(name !== undefined && { name: wordsOf(name, exact) }) })
  }

  getByLabel(label: string, { exact }: { exact?: boolean } = {}): Part {
    return this.#with({ by: 'label', words: wordsOf(label, exact) })
  }

  getByText(text: string, { exact }: { exact?: boolean } = {}): Part {
    return this.#with({ by: 'text', words: wordsOf(text, exact) })
  }

  locator(selector: string, { hasText }: { hasText?: string } = {}): Part {
    return this.#with({ by: 'css', selector, hasText })
  }

  first(): Part {
    return this.nth(0)
  }

  last(): Part {
    return this.nth(-1)
  }

  nth(at: number): Part {
    return this.#with({ by: 'nth', at })
  }

  or(other: this): Part {
    return this.#with({ by: 'or', steps: other.steps })
  }

  async count(): Promise<number> {
    return (await this.#found()).length
  }

  async isVisible(): Promise<boolean> {
    const [element] = await this.#found()
    return element !== undefined && (await this.#driver.call(isSeen, element))
  }

  async isChecked(): Promise<boolean> {
    return await this.evaluate((element) => (element as HTMLInputElement).checked)
  }

  async innerText(): Promise<string> {
    return await this.evaluate((element) => (element as HTMLElement).innerText)
  }

  async inputValue(): Promise<string> {
    return await this.evaluate((element) => (element as HTMLInputElement).value)
  }

  async waitFor({ state = 'visible' }: { state?: 'visible' | 'detached' } = {}): Promise<void> {
    if (state === 'visible') return await this.#act((element) => this.#expect(isSeen, element))
    for (const end = Date.now() + patience; (await this.count()) > 0; await pause(50)) {
      if (Date.now() > end) throw new NotReady(`${String(this)} is still there`)
    }
  }

  async click(): Promise<void> {
    await this.#act(async (element) => {
      await this.#expect(isUsable, element)
      await this.#expectStill(element)
      await this.#driver.click(element)
    })
  }

  /** Clicks the label, which is the visible part. */
  async check(): Promise<void> {
    await this.#act(async (element) => {
      const [label = element] = await this.#driver.find((input: HTMLInputElement) => [...(input.labels ?? [])], element)
      await this.#driver.click(label)
    })
  }

  /** Replaces the present text by typing. */
  async fill(text: string): Promise<void> {
    await this.#act(async (element) => {
      await this.#expect(isUsable, element)
      await this.#driver.call((input: HTMLInputElement) => {
        input.focus()
        input.select()
      }, element)
      await strike(this.#driver, text === '' ? [[keys.Backspace]] : [...text].map((sign) => [sign]))
    })
  }

  /** Sets the value without opening the browser's list of choices, which is not part of the page. */
  async selectOption(value: string): Promise<void> {
    await this.#act(async (element) => {
      await this.#expect(isUsable, element)
      const isOffered = await this.#driver.call(choose, element, value)
      if (!isOffered) throw new NotReady(`${String(this)} does not offer ${value}`)
    })
  }

  async evaluate<T>(work: (element: HTMLElement | SVGElement) => T): Promise<T> {
    return await this.#act((element) => this.#driver.call(work, element))
  }

  toString(): string {
    return JSON.stringify(this.steps)
  }

  #with(step: Step): DrivenPart {
    return new DrivenPart(this.#driver, [...this.steps, step])
  }

  async #found(): Promise<Found[]> {
    // A new document does not have the finder.
    if (!(await this.#driver.call(() => 'TestingLibraryDom' in window))) await this.#driver.run(finder)
    return await this.#driver.find(find, this.steps)
  }

  /** Acts on the single element that is found, as soon as that is possible. */
  async #act<T>(work: (element: Found) => Promise<T>): Promise<T> {
    for (const end = Date.now() + patience; ; await pause(50)) {
      try {
        const [element, ...others] = await this.#found()
        if (element === undefined) throw new NotReady(`There is no ${String(this)}`)
        if (others.length > 0) throw new NotReady(`There are ${others.length + 1} of ${String(this)}`)
        return await work(element)
      } catch (error) {
        const isPassing = error instanceof NotReady || (error instanceof DriverError && passing.has(error.code))
        if (!isPassing || Date.now() > end) throw error
      }
    }
  }

  /** Waits until the page has done with moving an element, because the driver presses where it stood when it was looked for. */
  async #expectStill(element: Found): Promise<void> {
    const before = await this.#driver.call(placeInSight, element)
    await pause(50)
    if ((await this.#driver.call(placeInSight, element)) !== before) throw new NotReady(`${String(this)} is moving`)
  }

  async #expect(holds: (element: HTMLElement) => boolean, element: Found): Promise<void> {
    if (!(await this.#driver.call(holds, element))) throw new NotReady(`${String(this)} cannot be used or seen`)
  }
}

class NotReady extends Error {}

/** Presses strokes one after the other; the keys of one stroke are held together. */
async function strike(driver: Driver, strokes: readonly (readonly string[])[]): Promise<void> {
  await driver.strike(
    strokes.flatMap((held) => [
      ...held.map((value) => ({ type: 'keyDown', value }) as const),
      ...held.toReversed().map((value) => ({ type: 'keyUp', value }) as const),
    ]),
  )
}

function wordsOf(text: string | RegExp, isExact = false): Words {
  if (typeof text !== 'string') return { source: text.source, flags: text.flags }
  const source = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return isExact ? { source: `^${source}$`, flags: '' } : { source, flags: 'i' }
}

// The functions below run in the browser.

function isSeen(element: HTMLElement): boolean {
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
}

/** Brings an element into sight, and returns where it then is. */
function placeInSight(element: HTMLElement): string {
  element.scrollIntoView({ block: 'nearest' })
  return JSON.stringify(element.getBoundingClientRect())
}

function isUsable(element: HTMLElement): boolean {
  return !element.matches(':disabled, [aria-disabled=true]')
}

function choose(select: HTMLSelectElement, value: string): boolean {
  if (![...select.options].some((option) => option.value === value)) return false
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
  return true
}

/** Returns the elements that the steps lead to. */
function find(steps: readonly Step[]): Element[] {
  const finder = (window as { TestingLibraryDom?: typeof import('@testing-library/dom') }).TestingLibraryDom
  if (finder === undefined) throw new Error('The finder is not there')
  const expression = ({ source, flags }: Words) => new RegExp(source, flags)
  const next = (from: HTMLElement[], step: Step): HTMLElement[] => {
    switch (step.by) {
      case 'role': {
        const name = step.name && expression(step.name)
        return from.flatMap((area) => finder.queryAllByRole(area, step.role, name && { name }))
      }
      case 'label':
        return from.flatMap((area) => finder.queryAllByLabelText(area, expression(step.words)))
      case 'text':
        return from.flatMap((area) => finder.queryAllByText(area, expression(step.words)))
      case 'css': {
        const all = from.flatMap((area) => [...area.querySelectorAll<HTMLElement>(step.selector)])
        const text = step.hasText?.toLowerCase() ?? ''
        return all.filter(({ textContent }) => textContent.toLowerCase().includes(text))
      }
      case 'nth':
        return from.slice(step.at, step.at + 1 || undefined)
      case 'or':
        return [...from, ...follow(step.steps)]
    }
  }
  const follow = (all: readonly Step[]) => all.reduce(next, [document.documentElement])
  return [...new Set(follow(steps))]
}

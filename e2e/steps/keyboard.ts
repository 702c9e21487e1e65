import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Part, Screen } from '../stage/screen.ts'

/** Moves the focus by keyboard, and checks that every stop on the way is visible. Returns the number of stops. */
export async function tabTo(page: Screen, target: Part, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<number> {
  await target.waitFor()
  for (let stops = 0; stops < 60; stops += 1) {
    if (await isFocused(target)) return stops
    await page.keyboard.press(key)
    expect(await page.evaluate(invisibleFocus), 'focus that cannot be seen').toBeUndefined()
  }
  throw new Error(`${String(target)} cannot be reached with ${key}`)
}

/** What a person needs at least, in milliseconds, between typing and a key of another kind: no scanner is as slow (`web/ui/key-times.ts`). */
const reach = 300

/** Types as a person does, whose next key comes too late to be the end of a scan. */
export async function typeByHand({ keyboard }: Pick<Page, 'keyboard'>, text: string): Promise<void> {
  await keyboard.type(text)
  await pause(reach)
}

/** Presses a key by itself, as a person does who has seen what the key before did: a faster one would belong to a scan. */
export async function pressAlone({ keyboard }: Pick<Page, 'keyboard'>, key: string): Promise<void> {
  await pause(reach)
  await keyboard.press(key)
}

/** The focused element if neither it nor the card or row around it has an outline or a shadow. Runs in the browser. */
function invisibleFocus(): string | undefined {
  const focused = document.activeElement
  if (focused === null || focused === document.body) return undefined
  const around = [focused.closest('label'), focused.parentElement].filter((element) => element !== null)
  const styles = [
    getComputedStyle(focused, '::after'),
    ...[focused, ...around].map((element) => getComputedStyle(element)),
  ]
  const isDrawn = styles.some(
    ({ outlineStyle, outlineWidth, boxShadow }) =>
      (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none',
  )
  return isDrawn ? undefined : focused.outerHTML
}

async function isFocused(target: Part): Promise<boolean> {
  return await target.evaluate((element) => element === document.activeElement)
}

/** Waits until an element has the focus. */
export async function expectFocus(target: Part): Promise<void> {
  await target.waitFor()
  await expect.poll(() => isFocused(target)).toBe(true)
}

/**
 * Presses Enter in the moment in which something gets the focus, as a finger does that is faster than the screen: a heading by its
 * text, a field by its label. Keys that are sent from here may come too late for that.
 */
export async function pressEnterOnceFocused(page: Page, name: string): Promise<void> {
  await page.evaluate((wanted) => {
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      const label = target instanceof HTMLInputElement ? target.labels?.[0]?.textContent : target.textContent
      if (label !== wanted) return
      document.removeEventListener('focusin', onFocus)
      setTimeout(() => target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
    }
    document.addEventListener('focusin', onFocus)
  }, name)
}

/** Pauses as a person does who reads a new screen: an Enter within its first 0.7 s is taken for one that was meant for the screen before. */
export async function pauseToRead(page: Page): Promise<void> {
  await page.waitForTimeout(800)
}

/** Pauses as a person does between two scans: keys that follow a scan within 0.3 s are taken for its end. */
export async function pauseBetweenScans(page: Page): Promise<void> {
  await page.waitForTimeout(400)
}

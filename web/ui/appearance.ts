import { useSyncExternalStore } from 'react'
import type { Appearance } from '../../contract/tenants/brand-shades.ts'
import { inBrowser } from '../browser.ts'

const key = 'lateral.appearance'

/** What somebody can choose; `system` follows the device, as it does by day and by night. */
export const appearanceChoices = ['system', 'light', 'dark'] as const
export type ChosenAppearance = (typeof appearanceChoices)[number]

let chosen: ChosenAppearance = 'system'
const listeners = new Set<() => void>()

/**
 * Draws the page as was chosen in this browser, else as the device wishes, and follows both from then on. The choice belongs
 * to the browser and not to the account: it is about this screen and the light around it.
 */
export function startAppearance(): void {
  adopt(stored())
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw)
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) adopt(stored())
  })
}

/** What was chosen; the component follows a change of it, in this tab and in others. */
export function useChosenAppearance(): ChosenAppearance {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => chosen,
  )
}

/** Chooses for this browser, at once. Without storage the choice lasts as long as the page. */
export function chooseAppearance(choice: ChosenAppearance): void {
  adopt(choice)
  try {
    if (choice === 'system') inBrowser.removeItem(key)
    else inBrowser.setItem(key, choice)
  } catch {
    return
  }
}

function adopt(choice: ChosenAppearance): void {
  chosen = choice
  draw()
  for (const listener of listeners) listener()
}

function draw(): void {
  const wished: Appearance = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset['appearance'] = chosen === 'system' ? wished : chosen
}

function stored(): ChosenAppearance {
  try {
    const value = inBrowser.getItem(key)
    return appearanceChoices.find((appearance) => appearance === value) ?? 'system'
  } catch {
    return 'system'
  }
}

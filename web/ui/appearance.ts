import { useSyncExternalStore } from 'react'
import type { Appearance } from '../../contract/tenants/brand-shades.ts'
import { inBrowser } from '../browser.ts'

const key = 'lateral.appearance'

/** The choices of appearance; `system` follows the device, as it does by day and by night. */
export const appearanceChoices = ['system', 'light', 'dark'] as const
export type ChosenAppearance = (typeof appearanceChoices)[number]

let chosen: ChosenAppearance = 'system'
const listeners = new Set<() => void>()

/**
 * Applies the appearance that was chosen in this browser, else that of the device, and follows changes of both. The
 * choice belongs to the browser and not to the account, because it is about this screen and the light around it.
 */
export function startAppearance(): void {
  adopt(stored())
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw)
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) adopt(stored())
  })
}

/** The chosen appearance; the component follows a change of it, in this tab and in others. */
export function useChosenAppearance(): ChosenAppearance {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => chosen,
  )
}

/** Stores and applies a choice for this browser. Without storage it lasts as long as the page. */
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

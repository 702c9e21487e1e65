import { inBrowser } from '../../browser.ts'
import { useSyncExternalStore } from 'react'
import { inTime } from '../../api/patience.ts'
import { alsoSay } from '../../ui/phrases.ts'
import { lazyPage } from '../../loading/lazy-page.ts'

/**
 * True if this browser announces readable tests aloud. Each device has its own setting, because a phone in a pocket is
 * not a desk. The announcements are in `web/ui/sound-and-notifications.ts`, which few users need.
 */
export function useRunAlerts(): boolean {
  return useSyncExternalStore(subscribe, areOn)
}

/** Switches the alerts, and resolves once their code is loaded. */
export async function setRunAlerts(isOn: boolean): Promise<void> {
  if (isOn) await inTime(RunWatcher.preload())
  inBrowser.setItem(key, isOn ? 'on' : 'off')
  for (const listener of listeners) listener()
}

/** Announces readable tests for as long as it is rendered. */
export const RunWatcher = lazyPage(async () => {
  const [{ RunWatcher: watcher }] = await Promise.all([import('./run-watcher.tsx'), alsoSay('testRuns')])
  return watcher
})

const key = 'lateral.run-alerts'
const listeners = new Set<() => void>()

function areOn(): boolean {
  return inBrowser.getItem(key) === 'on'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

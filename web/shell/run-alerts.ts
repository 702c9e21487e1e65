import { inBrowser } from '../browser.ts'
import { useSyncExternalStore } from 'react'
import { inTime } from '../api/patience.ts'
import { alsoSay } from '../ui/phrases.ts'
import { lazyPage } from './page-part.ts'

/**
 * Whether this browser says aloud that a test in progress can be read. Each device has its own answer: a phone in a pocket is not
 * a desk. How it is said is in `web/test-records/running/alerts.ts`, which few need.
 */
export function useRunAlerts(): boolean {
  return useSyncExternalStore(subscribe, areOn)
}

/** Settles once what says it is there. */
export async function setRunAlerts(isOn: boolean): Promise<void> {
  if (isOn) await inTime(RunWatcher.preload())
  inBrowser.setItem(key, isOn ? 'on' : 'off')
  for (const listener of listeners) listener()
}

/** Says it, for as long as it is drawn. */
export const RunWatcher = lazyPage(async () => {
  const [{ RunWatcher: watcher }] = await Promise.all([
    import('../test-records/running/run-watcher.tsx'),
    alsoSay('testRuns'),
  ])
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

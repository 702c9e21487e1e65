import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { takeLoneKeys } from './lone-keys.ts'
import { t } from './phrases.ts'
import { showMessage } from './snackbar-store.ts'

interface Settings<What> {
  /** What a key does at a place of the page, if it is pressed alone; undefined if nothing. */
  whatOf: (key: string, at: Element, event: KeyboardEvent) => What | undefined
  /** Does it, with the page as it is then. Returns what undoes it, where that is possible. */
  act: (what: What) => (() => void) | undefined
  /** Called with what a scanner typed outside any field. */
  onScan?: (text: string) => void
}

/**
 * Takes single keys while this part of a page is shown, and no key of a scanner (`takeLoneKeys`). Returns what the last key is about
 * to do, which the page shows as pending. What is not done is said.
 */
export function useLoneKeys<What>(settings: Settings<What>): What | undefined {
  const [pending, setPending] = useState<What>()
  const latest = useRef(settings)
  useLayoutEffect(() => {
    latest.current = settings
  })
  const hasScans = settings.onScan !== undefined
  // The keyboard is outside React.
  useEffect(
    () =>
      takeLoneKeys({
        meaningOf(key, at, event) {
          const what = latest.current.whatOf(key, at, event)
          if (what === undefined) return undefined
          return {
            show: (isPending) => flushSync(() => setPending(isPending ? () => what : undefined)),
            act() {
              const undo = flushSync(() => latest.current.act(what))
              return undo && (() => flushSync(undo))
            },
            refuse: () => showMessage(t('shell:keysTooFast'), 'notice'),
          }
        },
        ...(hasScans && { onScan: (text: string) => latest.current.onScan?.(text) }),
      }),
    [hasScans],
  )
  return pending
}

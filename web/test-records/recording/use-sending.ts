import { useEffect } from 'react'
import { sendBeforeLeaving } from '../../api/open-work.ts'
import type { makeDraftKeeper } from './draft-keeper.ts'

/** Sends waiting changes when the page, the session or the form ends, and when the network is back. */
export function useSending({ now, open }: Pick<ReturnType<typeof makeDraftKeeper>, 'now' | 'open'>): void {
  // The end of the page, of the session and of a lost network come from outside React.
  useEffect(() => {
    const sendNow = () => void now()
    const onHidden = () => {
      if (document.visibilityState === 'hidden') sendNow()
    }
    const close = open()
    const forget = sendBeforeLeaving(now)
    document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('pagehide', sendNow)
    window.addEventListener('online', sendNow)
    return () => {
      close()
      forget()
      document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('pagehide', sendNow)
      window.removeEventListener('online', sendNow)
    }
  }, [now, open])
}

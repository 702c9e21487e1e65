import { useBlocker } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { isSessionOver } from '../api/open-work.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useT } from '../ui/phrases.ts'

/**
 * Asks before a page is left on which something was typed and not saved: by a link, by going back, and by closing the
 * document, where the browser asks in its own words. The end of a session is not held up.
 */
export function UnsavedGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const t = useT()
  // The router asks between two renderings, too.
  const now = useRef(isUnsaved)
  useLayoutEffect(() => {
    now.current = isUnsaved
  }, [isUnsaved])
  const isAtStake = () => now.current && !isSessionOver()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => next.pathname !== current.pathname && isAtStake(),
    enableBeforeUnload: isAtStake,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={t('editing:leave.title')}
      text={t('editing:leave.text')}
      stay={t('editing:leave.stay')}
      leave={t('editing:leave.leave')}
      onStay={blocker.reset}
      onLeave={blocker.proceed}
    />
  )
}

import { useBlocker } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { askBeforeLoggingOut, isSessionOver } from '../api/open-work.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useT } from '../ui/phrases.ts'

interface Props {
  isUnsaved: boolean
  /** What would be lost, where it is not what was typed. */
  text?: string
}

/**
 * Asks before a page with unsaved text is left: by a link, by going back, by logging out, and by closing the document,
 * for which the browser has its own question. An involuntary end of the session is not held up.
 */
export function UnsavedGuard({ isUnsaved, text }: Props) {
  const t = useT()
  // The router may ask between two renders, so it reads the latest value from a ref.
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
  const [logOut, setLogOut] = useState<(wants: boolean) => void>()
  // Logging out happens outside this page.
  useEffect(
    () =>
      askBeforeLoggingOut(() => {
        if (!now.current) return Promise.resolve(true)
        return new Promise((resolve) => setLogOut(() => resolve))
      }),
    [],
  )
  const answer = (wants: boolean) => {
    setLogOut(undefined)
    logOut?.(wants)
  }
  const asked =
    logOut !== undefined
      ? { onStay: () => answer(false), onLeave: () => answer(true) }
      : blocker.status === 'blocked'
        ? { onStay: blocker.reset, onLeave: blocker.proceed }
        : undefined
  if (asked === undefined) return null
  return (
    <ConfirmDialog
      kind="loss"
      title={t('editing:leave.title')}
      text={text ?? t('editing:leave.text')}
      stay={t('editing:leave.stay')}
      leave={t('editing:leave.leave')}
      {...asked}
    />
  )
}

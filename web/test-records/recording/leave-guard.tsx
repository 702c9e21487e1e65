import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isSessionOver } from '../../api/open-work.ts'
import { lazyPage } from '../../loading/lazy-page.ts'
import { Coming } from '../../loading/waiting.tsx'
import { useT } from '../../ui/phrases.ts'
import { clearDraft, loadDraft, loadUnsentDraft } from './draft-storage.ts'

/** Loaded when something has been typed; there is nothing to lose earlier. */
const ConfirmDialog = lazyPage(async () => (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog)

interface Props {
  userId: string
  isActive: boolean
  keep: () => Promise<void>
  discard: () => Promise<void>
}

/**
 * Asks whether to keep or discard a half-recorded test when the user leaves it within the app. Closing the page asks
 * only while the server does not have all of it. The end of a session is not held up.
 */
export function LeaveGuard({ userId, isActive, keep, discard }: Props) {
  const t = useT()
  const isAtStake = () => isActive && !isSessionOver()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      next.pathname !== current.pathname && isAtStake() && loadDraft(userId) !== undefined,
    enableBeforeUnload: () => isAtStake() && loadUnsentDraft(userId) !== undefined,
    withResolver: true,
  })
  useEffect(() => {
    if (isActive) void ConfirmDialog.preload()
  }, [isActive])
  if (blocker.status !== 'blocked') return null

  async function keepAndLeave() {
    await keep()
    // A draft on the server is offered from there; an unsent one waits in this tab.
    if (loadUnsentDraft(userId) === undefined) clearDraft(userId)
    blocker.proceed?.()
  }

  async function discardAndLeave() {
    // A draft that cannot be discarded without a network is offered once more, and expires within a day.
    await discard().catch(() => undefined)
    blocker.proceed?.()
  }

  return (
    <Coming>
      <ConfirmDialog
        kind="loss"
        title={t('recording:leave.title')}
        text={t('recording:leave.text')}
        stay={t('recording:leave.stay')}
        leave={t('recording:leave.discard')}
        between={{ label: t('recording:leave.keep'), onChoose: () => void keepAndLeave() }}
        onStay={blocker.reset}
        onLeave={() => void discardAndLeave()}
      />
    </Coming>
  )
}

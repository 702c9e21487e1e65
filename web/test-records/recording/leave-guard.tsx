import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useT } from '../../ui/phrases.ts'
import { clearDrafts, hasStoredDraft } from './draft-storage.ts'

/**
 * Asks before a half-recorded test is left, in the app or by closing the page. The end of a session clears the draft
 * first, and is then not held up.
 */
export function LeaveGuard({ userId, isActive }: { userId: string; isActive: boolean }) {
  const t = useT()
  const isAtStake = () => isActive && hasStoredDraft(userId)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => next.pathname !== current.pathname && isAtStake(),
    enableBeforeUnload: isAtStake,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={t('recording:leave.title')}
      text={t('recording:leave.text')}
      stay={t('recording:leave.stay')}
      leave={t('recording:leave.discard')}
      onStay={blocker.reset}
      onLeave={() => {
        clearDrafts()
        blocker.proceed()
      }}
    />
  )
}

import { IconBan, IconSend } from '@tabler/icons-react'
import { useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Invite } from '../../contract/invites/invite.ts'
import { can } from '../../contract/permissions/can.ts'
import { useHolder } from '../session/queries.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useT } from '../ui/phrases.ts'
import { useResendInvite, useRevokeInvite } from './queries.ts'
import styles from './invite-actions.module.css'

interface Props {
  invite: Pick<Invite, 'id' | 'email' | 'state'>
  /** In a row of the table, or on a card. */
  place: 'row' | 'card'
}

/** What can still be done about an invite, for whoever may invite. */
export function InviteActions({ invite: { id, email, state }, place }: Props) {
  const t = useT()
  const holder = useHolder()
  const [isRevoking, setRevoking] = useState(false)
  const resender = useRef<HTMLButtonElement>(null)
  const revoker = useRef<HTMLButtonElement>(null)
  const resend = useResendInvite()
  const revoke = useRevokeInvite()
  if (!can(holder, 'invite-patients') || state === 'redeemed') return null

  /** A dialog that is gone leaves the focus nowhere. */
  function close(next: RefObject<HTMLButtonElement | null>) {
    flushSync(() => setRevoking(false))
    next.current?.focus()
  }

  return (
    <div className={styles.actions} data-place={place}>
      <button
        ref={resender}
        type="button"
        className={styles.action}
        title={t('invites:resend')}
        aria-label={t('invites:resendTo', { email })}
        aria-disabled={resend.isPending || undefined}
        onClick={() => !resend.isPending && resend.mutate(id)}
      >
        <IconSend size={16} aria-hidden />
        <span className={styles.word}>{t('invites:resend')}</span>
      </button>
      {state === 'pending' && (
        <button
          ref={revoker}
          type="button"
          className={styles.action}
          title={t('invites:revoke')}
          aria-label={t('invites:revokeOf', { email })}
          aria-disabled={revoke.isPending || undefined}
          onClick={() => !revoke.isPending && setRevoking(true)}
        >
          <IconBan size={16} aria-hidden />
          <span className={styles.word}>{t('invites:revoke')}</span>
        </button>
      )}
      {isRevoking && (
        <ConfirmDialog
          title={t('invites:revoking.title')}
          text={t('invites:revoking.text', { email })}
          stay={t('invites:revoking.keep')}
          leave={t('invites:revoking.confirm')}
          onStay={() => close(revoker)}
          onLeave={() => {
            // The button to revoke goes with the state that it is for.
            close(resender)
            revoke.mutate(id)
          }}
        />
      )}
    </div>
  )
}

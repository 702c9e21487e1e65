import { IconMail, IconMessage } from '@tabler/icons-react'
import type { Invite } from '../../contract/invites/invite.ts'
import { useT } from '../ui/phrases.ts'
import styles from './deliveries.module.css'

const icons = { email: IconMail, text: IconMessage }

/** The messages that were sent last, each with the end of its code: staff can tell a caller which one to look for. */
export function Deliveries({ invite }: { invite: Pick<Invite, 'deliveries'> }) {
  const t = useT()
  return (
    <ul className={styles.deliveries}>
      {invite.deliveries.map(({ channel, state, lastFour }) => {
        const Icon = icons[channel]
        return (
          <li key={channel} className={styles.delivery}>
            <Icon size={16} stroke={1.75} aria-hidden />
            {t(`invites:delivery.${channel}.${state}`)}
            {lastFour !== null && state !== 'failed' && (
              <span className={styles.code}>
                <span aria-hidden>····{lastFour}</span>
                <span className="visually-hidden">{t('invites:codeEnd', { end: lastFour })}</span>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

import { IconAlertTriangle, IconBan, IconCircleCheck, IconPlayerPause } from '@tabler/icons-react'
import type { Webhook, WebhookState } from '../../contract/webhooks/endpoints.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useT } from '../ui/phrases.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import * as styles from './webhooks.module.css'

/** What a webhook tells of, and why it does not send if it does not. */
export function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const t = useT()
  const dates = useDates()
  const { state, kinds, withContent, pausedBecause, failingSince, nextTryAt, formerUntil, lastDeliveredAt } = webhook
  const { madeBy, createdAt, revokedAt } = webhook
  return (
    <div className={styles.facts}>
      {state === 'failing' && failingSince !== null && nextTryAt !== null && (
        <p className={styles.why}>
          {t('webhooks:failing', { since: dates.instant(failingSince), next: dates.instant(nextTryAt) })}
        </p>
      )}
      {pausedBecause !== null && <p className={styles.why}>{t(`webhooks:why.${pausedBecause}`)}</p>}
      {state === 'ended' && <p className={styles.why}>{t('webhooks:why.ended')}</p>}
      <p>{kinds.map((kind) => t(`webhooks:kind.${kind}`)).join(', ')}</p>
      <p>{t(withContent ? 'webhooks:withContent' : 'webhooks:idsOnly')}</p>
      {formerUntil !== null && <p>{t('webhooks:former', { time: dates.instant(formerUntil) })}</p>}
      <p>
        {lastDeliveredAt === null
          ? t('webhooks:undelivered')
          : t('webhooks:delivered', { time: dates.instant(lastDeliveredAt) })}
      </p>
      <p>{t('webhooks:made', { date: dates.dayOf(createdAt), name: madeBy ?? t('lists:anonymized') })}</p>
      {revokedAt !== null && <p>{t('webhooks:revoked', { date: dates.dayOf(revokedAt) })}</p>}
    </div>
  )
}

const looks = {
  active: { icon: IconCircleCheck, tone: 'good' },
  failing: { icon: IconAlertTriangle, tone: 'trouble' },
  paused: { icon: IconPlayerPause, tone: 'trouble' },
  ended: { icon: IconBan, tone: 'over' },
  revoked: { icon: IconBan, tone: 'over' },
} as const

export function State({ state }: { state: WebhookState }) {
  const t = useT()
  const { icon: Icon, tone } = looks[state]
  return (
    <StatusBadge tone={tone} icon={<Icon size={16} stroke={2} aria-hidden />}>
      {t(`webhooks:state.${state}`)}
    </StatusBadge>
  )
}

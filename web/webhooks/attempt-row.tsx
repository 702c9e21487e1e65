import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import type { WebhookAttempt } from '../../contract/webhooks/endpoints.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { PartRow } from '../lists/part-list.tsx'
import { useDates } from '../preferences/use-dates.ts'
import { useT } from '../ui/phrases.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import * as styles from './webhooks.module.css'
import { useResendWebhook } from './queries.ts'

/** One message that was sent, and what was answered. */
export function AttemptRow({ attempt, canResend }: { attempt: WebhookAttempt; canResend: boolean }) {
  const t = useT()
  const dates = useDates()
  const resend = useResendWebhook(attempt.id)
  const { kind, triedAt, isByHand, isDelivered, status, problem, milliseconds, body, answer } = attempt
  const Icon = isDelivered ? IconCircleCheck : IconAlertTriangle
  return (
    <PartRow
      main={
        <span className={styles.name}>
          <span>{t(`webhooks:kind.${kind}`)}</span>
          <StatusBadge tone={isDelivered ? 'good' : 'trouble'} icon={<Icon size={16} stroke={2} aria-hidden />}>
            {t(isDelivered ? 'webhooks:log.delivered' : 'webhooks:log.failed')}
          </StatusBadge>
        </span>
      }
      second={
        <div className={styles.facts}>
          {problem !== null && <p className={styles.why}>{t(`webhooks:problem.${problem}`)}</p>}
          <p>
            <span>{dates.instant(triedAt)}</span>
            {status !== null && <span>{t('webhooks:log.status', { status: String(status) })}</span>}
            <span>{t('webhooks:log.took', { milliseconds: String(milliseconds) })}</span>
            {isByHand && <span>{t('webhooks:log.byHand')}</span>}
          </p>
          <details className={styles.details}>
            <summary>{t('webhooks:log.details')}</summary>
            <div>{t('webhooks:log.message')}</div>
            <pre translate="no">{body}</pre>
            {status !== null && <div>{t(answer === '' ? 'webhooks:log.noAnswer' : 'webhooks:log.answer')}</div>}
            {answer !== '' && <pre translate="no">{answer}</pre>}
          </details>
        </div>
      }
      end={
        canResend ? (
          <Actions>
            <Action
              icon={IconRefresh}
              word={t('webhooks:resend')}
              label={t('webhooks:resendOf', { time: dates.instant(triedAt) })}
              isPending={resend.isPending}
              onAct={() => resend.mutate()}
            />
          </Actions>
        ) : undefined
      }
    />
  )
}

import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { AuditChain } from '../../contract/audit/endpoints.ts'
import { languageTag } from '../../contract/locales.ts'
import { presentTime } from '../../contract/rules/present.ts'
import { useDates } from '../preferences/use-dates.ts'
import { Alert } from '../ui/alert.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import * as styles from './chain-notice.module.css'
import { auditChainQuery } from './queries.ts'

/** An alarm that the sealed chain was found broken, with the position. */
export function ChainAlarm() {
  const t = useT()
  const dates = useDates()
  const locale = useLocale()
  const alarm = useQuery(auditChainQuery).data?.data.alarm
  if (!alarm) return null
  const { position, foundAt } = alarm
  return (
    <div className={styles.alarm}>
      <Alert tone="danger" title={t('audit:alarm.title', { position: position.toLocaleString(languageTag(locale)) })}>
        <p>{t('audit:alarm.text', { date: dates.instant(foundAt) })}</p>
        <p>{t('audit:alarm.advice')}</p>
      </Alert>
    </div>
  )
}

/** How far the sealed chain was verified, if nothing is wrong. */
export function ChainVerified() {
  const t = useT()
  const dates = useDates()
  const locale = useLocale()
  const chain = useQuery(auditChainQuery).data?.data
  if (chain === undefined || chain.alarm) return null
  return (
    <p className={styles.verified}>
      <IconShieldCheck size={18} stroke={1.5} aria-hidden />
      <span>{verifiedWords(chain.verified)}</span>
    </p>
  )

  function verifiedWords(verified: AuditChain['verified']): string {
    if (verified === null || verified.position === 0) return t('audit:chain.waiting')
    const position = verified.position.toLocaleString(languageTag(locale))
    const isToday = dates.dayOf(verified.at) === dates.dayOf(presentTime().toISOString())
    return isToday
      ? t('audit:chain.verified', { position, time: dates.timeOf(verified.at) })
      : t('audit:chain.verifiedOn', { position, date: dates.instant(verified.at) })
  }
}

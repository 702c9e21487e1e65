import { createPortal } from 'react-dom'
import type { TestRecord } from '../../contract/test-records/test-record.ts'
import { usePreferences } from '../tenants/queries.ts'
import { Facts } from '../ui/facts.tsx'
import { useT } from '../ui/phrases.ts'
import { ResultIcon } from '../ui/result-badge.tsx'
import { useNow } from '../ui/use-now.ts'
import { deviceImageAddress } from './device-image.ts'
import { deviceFacts, subjectFacts, timeFacts } from './record-facts.tsx'
import { useDates } from '../shell/use-dates.ts'
import styles from './print-sheet.module.css'

/**
 * The record as it is printed, on one page. It stands beside the app in the document and is seen on paper only, where
 * the app is not: so printing does not depend on what the screen shows.
 */
export function PrintSheet({ record }: { record: TestRecord }) {
  const t = useT()
  const dates = useDates()
  const now = useNow()
  const { logo, productName, name, subjects } = usePreferences()
  return createPortal(
    <div className={styles.sheet} aria-hidden data-print-sheet>
      {record.state === 'voided' && <div className={styles.mark}>{t('testRecords:state.voided')}</div>}
      <header className={styles.head}>
        <div>
          {logo !== null && <img src={logo} alt="" className={styles.logo} />}
          <p className={styles.tenant}>{name}</p>
          {productName !== name && <p>{productName}</p>}
        </div>
        <div className={styles.id}>
          <p className={styles.testId}>{record.testId}</p>
          <p>
            {record.organisation.name}
            <br />
            {record.group.name}
          </p>
        </div>
      </header>
      <p className={styles.result}>
        <ResultIcon result={record.result} size={28} />
        {t(`results:${record.result}`)}
        {record.state !== 'recorded' && <span className={styles.state}>{t(`testRecords:state.${record.state}`)}</span>}
      </p>
      <div className={styles.columns}>
        <Facts title={t('testRecords:record.subject')} facts={subjectFacts(record, t, dates, subjects)} />
        <Facts title={t('testRecords:record.performed')} facts={timeFacts(record, t, dates, { isOnPaper: true })} />
        <Facts title={t('testRecords:record.device')} facts={deviceFacts(record, t, dates)} />
        <Facts
          title={t('testRecords:record.analytes')}
          facts={record.analyteResults.map(({ analyteName, result }) => ({
            label: analyteName,
            value: t(`results:${result}`),
          }))}
        />
      </div>
      {record.location !== null && (
        <Facts facts={[{ label: t('testRecords:record.location'), value: record.location }]} />
      )}
      {record.note !== null && <Facts facts={[{ label: t('testRecords:record.note'), value: record.note }]} />}
      {record.deviceImageId !== null && (
        <img
          src={deviceImageAddress(record.deviceImageId)}
          alt={t('testRecords:record.photoOf', { testId: record.testId })}
          className={styles.photo}
        />
      )}
      <p className={styles.printed}>
        {t('testRecords:record.printed', { time: dates.instant(now.toISOString()), zone: dates.zone(dates.ownZone) })}
      </p>
    </div>,
    document.body,
  )
}

import { createPortal } from 'react-dom'
import { providerName } from '../../contract/groups/ordering-provider.ts'
import type { Address } from '../../contract/rules/address.ts'
import type { PrintedSheet } from '../../contract/test-records/printing.ts'
import type { TestRecord } from '../../contract/test-records/test-record.ts'
import { verifyResultAddress } from '../paths.ts'
import { usePreferences, useSubjectSettings } from '../preferences/preferences.ts'
import { addressLines } from '../ui/address-lines.tsx'
import { Facts, given, type Fact } from '../ui/facts.tsx'
import { groupCode } from '../ui/grouped-code.ts'
import { PageMargins } from '../ui/page-margins.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { ResultIcon } from '../ui/result-badge.tsx'
import { ResultMeaning } from '../ui/result-meaning.tsx'
import { useNow } from '../ui/use-now.ts'
import { deviceImageAddress } from './device-image.ts'
import { deviceFacts, subjectFacts, subjectName, timeFacts } from './record-facts.tsx'
import { useDates } from '../preferences/use-dates.ts'
import * as styles from './print-sheet.module.css'

interface Props {
  record: TestRecord
  /** The parts of the sheet that are not in the record; null if it was not printed by the button. */
  besides: Omit<PrintedSheet, 'record'> | null
  /** True if several sheets are printed together, which hides any other sheet. */
  isOneOfSeveral?: boolean
}

/**
 * The printed form of a record. Its words may need a second page, and each page says which test of whom it belongs
 * to. It is rendered outside the app and is visible only on paper, so that printing does not depend on what the screen shows.
 */
export function PrintSheet({ record, besides, isOneOfSeveral = false }: Props) {
  const t = useT()
  const dates = useDates()
  const now = useNow()
  const { logos, productName, name } = usePreferences()
  const subjects = useSubjectSettings()
  const locale = useLocale()
  const { organisation, group, result, state, secondReading: second } = record
  const { labAddress, orderingProvider: provider } = besides ?? {}
  const belongsTo = [
    record.testId,
    subjectName(record),
    record.subject.dateOfBirth && dates.day(record.subject.dateOfBirth),
    state !== 'recorded' && t(`testRecords:state.${state}`),
    name,
  ]
    .filter(Boolean)
    .join(' · ')
  return createPortal(
    <div className={styles.sheet} aria-hidden data-print-sheet={isOneOfSeveral ? 'several' : ''}>
      {/* Pages of several records would be counted as those of one. */}
      {!isOneOfSeveral && <PageMargins page="record" text="" />}
      {record.state === 'voided' && <div className={styles.mark}>{t('testRecords:state.voided')}</div>}
      <table className={styles.pages}>
        <thead>
          <tr>
            <td>
              <p className={styles.running}>{belongsTo}</p>
            </td>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{content()}</td>
          </tr>
        </tbody>
      </table>
    </div>,
    document.body,
  )

  function content() {
    return (
      <>
        <header className={styles.head}>
          <div>
            {logos.light !== null && <img src={logos.light} alt="" className={styles.logo} />}
            <p className={styles.tenant}>{name}</p>
            {productName !== name && <p>{productName}</p>}
          </div>
          <div className={styles.id}>
            <p className={styles.testId}>{record.testId}</p>
            <p>
              <span>{organisation.name}</span>
              <br />
              <span>{group.name}</span>
            </p>
            {Boolean(record.phone) && <p>{`${t('fields:phone')}: ${record.phone}`}</p>}
            {Boolean(besides?.labName) && <p>{`${t('printing:lab')}: ${besides?.labName}`}</p>}
            {/* Stored addresses have passed the rules of an address. */}
            {labAddress && <p>{addressLines(labAddress as Address, locale).join(', ')}</p>}
            {Boolean(besides?.clia) && <p>{`${t('fields:clia')}: ${besides?.clia}`}</p>}
            {provider && (
              <p>
                {[
                  `${t('printing:orderedBy')}: ${providerName(provider)}`,
                  provider.npi && `${t('fields:npi')} ${provider.npi}`,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </p>
            )}
          </div>
        </header>
        <p className={styles.result}>
          <ResultIcon result={result} size={28} />
          <span>{t(`results:${result}`)}</span>
          {state !== 'recorded' && <span className={styles.state}>{stateInWords(state)}</span>}
          {/* Whoever gets the sheet must not take a result for settled that a second person may read otherwise. */}
          {(second === 'awaiting' || second === 'differ') && state !== 'voided' && (
            <span className={styles.state}>{t(`testRecords:secondReading.${second}`)}</span>
          )}
        </p>
        {besides !== null && state !== 'voided' && (
          <ResultMeaning result={result} meaning={besides.meaning} className={styles.meaning} />
        )}
        <div className={styles.columns}>
          <Facts title={t('fields:subject')} facts={subjectFacts(record, t, dates, subjects)} />
          <Facts title={t('fields:performedAt')} facts={timeFacts(record, t, dates, { isOnPaper: true })} />
          <Facts title={t('fields:assayId')} facts={[...deviceFacts(record, t, dates), ...readingFacts()]} />
          <Facts
            title={t('testRecords:record.analytes')}
            facts={record.analyteResults.map(({ analyteName, result }) => ({
              label: analyteName,
              value: t(`results:${result}`),
            }))}
          />
        </div>
        {besides !== null && besides.code !== null && (
          <div className={styles.verify}>
            <p>
              {t(subjects.kind === 'human' ? 'testRecords:record.verifyPerson' : 'testRecords:record.verifyOther', {
                address: verifyResultAddress(),
              })}
            </p>
            <p className={styles.code} data-verification-code>
              {groupCode(besides.code).text}
            </p>
          </div>
        )}
        {record.location !== null && (
          <Facts facts={[{ label: t('testRecords:record.location'), value: record.location }]} />
        )}
        {record.note !== null && <Facts facts={[{ label: t('fields:note'), value: record.note }]} />}
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
      </>
    )
  }

  function stateInWords(changed: 'corrected' | 'voided') {
    const change = besides?.change ?? null
    if (change === null) return t(`testRecords:state.${changed}`)
    const date = dates.dayOf(change.at, record.performedZone)
    if (change.reason === 'other') return t(`printing:${changed}`, { date })
    return t(`printing:${changed}Because`, { date, reason: t(`reasons:${change.reason}`) })
  }

  function readingFacts(): Fact[] {
    if (besides === null) return []
    const { readFromMinutes: from, readUntilMinutes: until } = besides
    return given([
      [t('printing:window'), until > 0 && t('printing:minutes', { from, until })],
      [t('printing:readers'), record.secondReading === 'agreed' && t('printing:twoReaders')],
    ])
  }
}

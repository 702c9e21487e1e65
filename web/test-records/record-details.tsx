import type { TestRecord } from '../../contract/test-records/test-record.ts'
import { useSubjectSettings } from '../preferences/preferences.ts'
import { Alert } from '../ui/alert.tsx'
import { Facts, given, type Fact } from '../ui/facts.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { useT, type Translate } from '../ui/phrases.ts'
import { ResultBadge } from '../ui/result-badge.tsx'
import { DevicePhoto } from './device-photo.tsx'
import { deviceFacts, subjectFacts, timeFacts } from './record-facts.tsx'
import { RecordResult } from './result-cells.tsx'
import { useDates } from '../preferences/use-dates.ts'
import * as styles from './record-details.module.css'

/** Shows a whole record. `level` is the level of its headings. */
export function RecordDetails({ record, level }: { record: TestRecord; level: 2 | 3 }) {
  const Heading = `h${level}` as const
  const t = useT()
  const dates = useDates()
  const subjects = useSubjectSettings()
  return (
    <div className={styles.details}>
      {record.state === 'voided' && <Alert tone="notice">{t('testRecords:record.voidedText')}</Alert>}
      {record.state === 'corrected' && <Alert tone="notice">{t('testRecords:record.correctedText')}</Alert>}
      <RecordResult record={record} size="lg" />
      {record.analyteResults.length > 1 && (
        <Facts level={level} title={t('testRecords:record.analytes')} facts={analyteFacts(record)} />
      )}
      <Facts level={level} title={t('fields:subject')} facts={subjectFacts(record, t, dates, subjects)} />
      <Facts level={level} title={t('fields:performedAt')} facts={timeFacts(record, t, dates)} />
      <Facts level={level} title={t('fields:place')} facts={placeFacts(record, t)} />
      <Facts level={level} title={t('fields:assayId')} facts={deviceFacts(record, t, dates)} />
      {record.note !== null && (
        <section className={styles.section}>
          <Heading>{t('fields:note')}</Heading>
          <p>{record.note}</p>
        </section>
      )}
      {record.deviceImageId !== null && (
        <section className={styles.section}>
          <Heading>{t('fields:deviceImageId')}</Heading>
          <DevicePhoto id={record.deviceImageId} testId={record.testId} />
        </section>
      )}
    </div>
  )
}

function analyteFacts({ analyteResults }: TestRecord): Fact[] {
  return analyteResults.map(({ analyteName, result }) => ({
    label: analyteName,
    value: <ResultBadge result={result} />,
  }))
}

function placeFacts({ organisation, group, phone, location, coordinates }: TestRecord, t: Translate): Fact[] {
  return [
    { label: t('fields:organisationId'), value: organisation.name },
    { label: t('fields:groupId'), value: group.name },
    ...given([[t('fields:phone'), phone && <PhoneLink key="phone" number={phone} />]]),
    ...(location === null ? [] : [{ label: t('testRecords:record.location'), value: location }]),
    ...(coordinates === null
      ? []
      : [
          {
            label: t('fields:coordinates'),
            value: <MapLink {...coordinates} label={t('testRecords:record.map')} />,
          },
        ]),
  ]
}

function MapLink({ latitude, longitude, label }: { latitude: number; longitude: number; label: string }) {
  const address = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
  return (
    <>
      <span>{`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`}</span>
      <br />
      <a href={address} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
    </>
  )
}

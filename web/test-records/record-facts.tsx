import { anonymizedId } from '../../contract/subjects/subject.ts'
import type { SubjectSettings } from '../../contract/tenants/preferences.ts'
import type { TestRecord } from '../../contract/test-records/test-record.ts'
import { given, type Fact } from '../ui/facts.tsx'
import type { Translate } from '../ui/phrases.ts'
import type { Dates } from '../preferences/use-dates.ts'

/** The name of whoever was tested, as far as it is known. */
export function subjectName({ subject }: TestRecord): string {
  return [subject.firstName, subject.lastName].filter((part) => part !== null).join(' ')
}

/** The subject of the record, with the tenant's own names for custom IDs. An anonymised subject has no facts left. */
export function subjectFacts(record: TestRecord, t: Translate, dates: Dates, settings: SubjectSettings): Fact[] {
  const { subject } = record
  if (subject.id === anonymizedId) return [{ label: t('fields:subject'), value: t('lists:anonymized') }]
  return given([
    [t('fields:name'), subjectName(record)],
    [t('fields:email'), subject.email],
    [t('fields:dateOfBirth'), subject.dateOfBirth && dates.day(subject.dateOfBirth)],
    [t('fields:localId'), subject.localId],
    [settings.customId1, subject.customId1],
    [settings.customId2, subject.customId2],
  ])
}

export function deviceFacts(record: TestRecord, t: Translate, dates: Dates): Fact[] {
  const { assay, specimen, lot, lotExpiry, expiredLotReason } = record
  return given([
    [t('fields:assayId'), assay.name],
    [t('testRecords:record.device'), [assay.manufacturer, assay.model].filter((part) => part !== null).join(' ')],
    [t('fields:specimen'), specimen],
    [t('testRecords:record.lot'), lot ?? t('lists:notGiven')],
    [t('testRecords:record.lotExpiry'), lotExpiry && dates.day(lotExpiry)],
    [t('testRecords:record.expiredLotReason'), expiredLotReason],
  ])
}

/**
 * Who recorded the test, when, and by which file or token. A file may name somebody else than the person who imported
 * it.
 */
function originFacts({ origin, source, recordedBy }: TestRecord, t: Translate, recordedAt: string) {
  const recorder = recordedBy?.name ?? t('lists:unknownPerson')
  const isImported = origin === 'import'
  return [
    ...(isImported
      ? ([[t('testRecords:record.sourceRecordedBy'), source?.recordedBy ?? t('lists:notGiven')]] as const)
      : []),
    [t(isImported ? 'testRecords:record.importedBy' : 'fields:recordedBy'), recorder],
    [t(isImported ? 'testRecords:record.importedAt' : 'fields:recordedAt'), recordedAt],
    [t(isImported ? 'testRecords:record.file' : 'testRecords:record.token'), source?.name],
  ] as const
}

/**
 * The times of the record and who recorded it. Both times are by a clock where the test was performed. Its zone is
 * named when the reader's clock differs, and always on paper, which may be read anywhere.
 */
export function timeFacts(record: TestRecord, t: Translate, dates: Dates, { isOnPaper = false } = {}): Fact[] {
  const { performedAt, performedZone, readAt, reading, readingReason, recordedAt } = record
  const zone = isOnPaper ? dates.zone(performedZone) : dates.nameOfOther(performedZone, performedAt, recordedAt)
  return given([
    [t('fields:performedDate'), dates.dayOf(performedAt, performedZone)],
    [t('fields:performedTime'), dates.timeOf(performedAt, performedZone)],
    [
      t('testRecords:record.readAt'),
      readAt && reading && `${dates.instant(readAt, performedZone)} (${t(`testRecords:reading.${reading}`)})`,
    ],
    [t('testRecords:record.readingReason'), readingReason],
    ...originFacts(record, t, dates.instant(recordedAt, performedZone)),
    [t('fields:performedZone'), zone ?? null],
  ])
}

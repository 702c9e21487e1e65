import type { ReactNode } from 'react'
import type { RecordChange, RecordContent } from '../../../contract/test-records/changing.ts'
import { sampleTexts } from '../../../contract/test-records/content-parts.ts'
import { anonymizedId, subjectName } from '../../../contract/subjects/subject.ts'
import { Time } from '../../lists/cells.tsx'
import * as historyStyles from '../../lists/history.module.css'
import { PartList, PartRow } from '../../lists/part-list.tsx'
import { useDates, type Dates } from '../../preferences/use-dates.ts'
import { useT, type Translate } from '../../ui/phrases.ts'
import { isSame } from '../../ui/same-value.ts'
import { deviceImageAddress } from '../device-image.ts'
import { recordHistoryQuery } from './queries.ts'

/** The changes to a record: old and new values, by whom, when and why. */
export function RecordHistory({ id, level }: { id: string; level: 2 | 3 }) {
  const t = useT()
  return (
    <PartList
      title={t('changing:history.title')}
      level={level}
      query={(cursor) => recordHistoryQuery(id, cursor)}
      none={t('changing:history.none')}
      row={(change) => <ChangeRow change={change} />}
    />
  )
}

function ChangeRow({ change }: { change: RecordChange }) {
  const t = useT()
  const dates = useDates()
  const { at, by, reason, reasonText, changeNote, before, after } = change
  const why = reasonText ?? t(`reasons:${reason}`)
  return (
    <PartRow
      main={t(after.state === 'voided' ? 'testRecords:state.voided' : 'testRecords:state.corrected')}
      second={
        <>
          <span>{t('changing:history.by', { reason: why, name: by ?? t('lists:unknownPerson') })}</span>
          {changeNote !== null && <p>{changeNote}</p>}
          <ul className={historyStyles.fields}>
            {differences(before, after, t, dates).map(({ label, from, to }) => (
              <li key={label}>
                <span>{`${label}: `}</span>
                <del>{from ?? t('lists:nothing')}</del>
                <span>{' → '}</span>
                <ins>{to ?? t('lists:nothing')}</ins>
              </li>
            ))}
          </ul>
        </>
      }
      end={<Time at={at} />}
    />
  )
}

interface Difference {
  label: string
  from: ReactNode
  to: ReactNode
}

/** The fields that differ, formatted for reading; null stands for an empty value. */
function differences(before: RecordContent, after: RecordContent, t: Translate, dates: Dates): Difference[] {
  const fields: Record<string, (content: RecordContent) => ReactNode> = {
    [t('fields:subject')]: ({ subject }) => subjectWords(subject, t, dates),
    [t('fields:result')]: ({ analyteResults }) => resultWords(analyteResults, t),
    [t('fields:performedAt')]: ({ performedAt, performedZone }) => dates.instantIn(performedAt, performedZone),
    ...Object.fromEntries(
      sampleTexts.map((name) => [t(`testRecords:record.${name}`), (content: RecordContent) => content[name]]),
    ),
    [t('testRecords:record.lotExpiry')]: ({ lotExpiry }) => lotExpiry && dates.day(lotExpiry),
    [t('fields:coordinates')]: ({ coordinates }) =>
      coordinates && `${coordinates.latitude.toFixed(5)}, ${coordinates.longitude.toFixed(5)}`,
    [t('fields:note')]: ({ note }) => note,
  }
  const texts = Object.entries(fields).map(([label, read]) => ({ label, from: read(before), to: read(after) }))
  const hasOtherPhoto = before.deviceImageId !== after.deviceImageId
  return [
    ...texts.filter(({ from, to }) => !isSame(from, to)),
    ...(hasOtherPhoto
      ? [{ label: t('fields:deviceImageId'), from: photoLink(before, t), to: photoLink(after, t) }]
      : []),
  ]
}

function subjectWords(subject: RecordContent['subject'], t: Translate, dates: Dates): string {
  if (subject === null) return t('changing:subject.unseen')
  if (subject.id === anonymizedId) return t('lists:anonymized')
  if (subject.kind === 'non-human') return [subject.customId1, subject.customId2].filter(Boolean).join(', ')
  return [subjectName(subject), subject.dateOfBirth && dates.day(subject.dateOfBirth)].filter(Boolean).join(', ')
}

export function resultWords(lines: RecordContent['analyteResults'], t: Translate): string {
  const [only] = lines
  if (lines.length === 1 && only !== undefined) return t(`results:${only.result}`)
  return lines.map(({ analyteName, result }) => `${analyteName} ${t(`results:${result}`)}`).join(', ')
}

function photoLink({ deviceImageId }: RecordContent, t: Translate): ReactNode {
  if (deviceImageId === null) return null
  return (
    <a href={deviceImageAddress(deviceImageId)} target="_blank" rel="noopener noreferrer">
      {t('changing:history.photo')}
    </a>
  )
}

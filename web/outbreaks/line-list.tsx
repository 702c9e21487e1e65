import type { ReactNode } from 'react'
import type { OutbreakCase, Untested } from '../../contract/outbreaks/outbreak.ts'
import { subjectName } from '../../contract/subjects/subject.ts'
import { paths } from '../paths.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useSubjectSettings } from '../preferences/preferences.ts'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import { ResultBadge } from '../ui/result-badge.tsx'
import * as styles from './outbreaks.module.css'

interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** What the column says of a row; a column that says nothing of any row is left out. */
  isKnown?: (row: Row) => boolean
}

/** Cases as a table, whose columns are those that are known of somebody; on paper with two more to be filled in by hand. */
export function LineList({ cases }: { cases: readonly OutbreakCase[] }) {
  const t = useT()
  const dates = useDates()
  const columns: Column<OutbreakCase>[] = [
    ...useMemberColumns<OutbreakCase>(),
    {
      title: t('outbreaks:tested'),
      cell: ({ performedAt, testRecordId }) => (
        <Link {...paths.testRecord(testRecordId)}>{dates.instant(performedAt)}</Link>
      ),
    },
    { title: t('outbreaks:kit'), cell: ({ assay }) => assay },
    { title: t('outbreaks:result'), cell: ({ result }) => <ResultBadge result={result} /> },
    {
      title: t('outbreaks:earlier'),
      isKnown: ({ earlier }) => earlier !== null,
      cell: ({ earlier }) => earlier && <Result {...earlier} />,
    },
  ]
  return (
    <Table
      label={t('outbreaks:lineList')}
      columns={columns}
      rows={cases}
      keyOf={({ testRecordId }) => testRecordId}
      byHand={[t('outbreaks:onset'), t('outbreaks:symptoms')]}
    />
  )
}

/** Whom nobody has tested since the outbreak began. */
export function UntestedList({ untested }: { untested: readonly Untested[] }) {
  const t = useT()
  const columns: Column<Untested>[] = [
    ...useMemberColumns<Untested>(),
    {
      title: t('outbreaks:last'),
      isKnown: ({ last }) => last !== null,
      cell: ({ last }) => last && <Result {...last} />,
    },
  ]
  return <Table label={t('outbreaks:untested')} columns={columns} rows={untested} keyOf={({ subject }) => subject.id} />
}

type Member = Pick<OutbreakCase, 'subject' | 'unit' | 'room' | 'role'> & Partial<Pick<OutbreakCase, 'age' | 'sex'>>

function useMemberColumns<Row extends Member>(): Column<Row>[] {
  const t = useT()
  const dates = useDates()
  const settings = useSubjectSettings()
  const isHuman = settings.kind === 'human'
  return [
    {
      title: isHuman ? t('outbreaks:who') : settings.customId1,
      cell: ({ subject }) => {
        const name = isHuman ? subjectName(subject) : subject.customId1
        return name ? <Link {...paths.subject(subject.id)}>{name}</Link> : t('lists:anonymized')
      },
    },
    {
      title: settings.customId2,
      isKnown: ({ subject }) => !isHuman && subject.customId2 !== null,
      cell: ({ subject }) => subject.customId2,
    },
    {
      title: t('fields:dateOfBirth'),
      isKnown: ({ subject }) => isHuman && subject.dateOfBirth !== null,
      cell: ({ subject }) => subject.dateOfBirth && dates.day(subject.dateOfBirth),
    },
    {
      title: t('outbreaks:age'),
      isKnown: ({ age }) => age !== null && age !== undefined,
      cell: ({ age }) => age ?? '',
    },
    {
      title: t('personDetails:kind.sex'),
      isKnown: ({ sex }) => Boolean(sex),
      cell: ({ sex }) => sex && t(`personDetails:sex.${sex}`),
    },
    {
      title: t('personDetails:kind.role'),
      isKnown: ({ role }) => role !== null,
      cell: ({ role }) => role && t(`personDetails:role.${role}`),
    },
    { title: t('personDetails:unit'), isKnown: ({ unit }) => unit !== null, cell: ({ unit }) => unit },
    { title: t('personDetails:room'), isKnown: ({ room }) => room !== null, cell: ({ room }) => room },
  ]
}

function Result({ result, performedAt }: NonNullable<Untested['last']>) {
  const dates = useDates()
  return (
    <span className={styles.result}>
      <ResultBadge result={result} />
      <span>{dates.dayOf(performedAt)}</span>
    </span>
  )
}

interface TableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Columns that are printed empty. */
  byHand?: readonly string[]
}

function Table<Row>({ label, columns, rows, keyOf, byHand = [] }: TableProps<Row>) {
  const shown = columns.filter(({ isKnown = () => true }) => rows.some((row) => isKnown(row)))
  return (
    // A long line scrolls within its frame, by keyboard with its links.
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {shown.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            {byHand.map((title) => (
              <th key={title} scope="col" data-by-hand>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {shown.map(({ title, cell }) => (
                <td key={title} data-label={title}>
                  {cell(row)}
                </td>
              ))}
              {byHand.map((title) => (
                <td key={title} data-by-hand>
                  {'\u00a0'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

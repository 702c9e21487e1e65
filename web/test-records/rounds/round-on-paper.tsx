import { createPortal } from 'react-dom'
import type { Round, RoundRow, RoundSheet } from '../../../contract/rounds/round.ts'
import { paths } from '../../paths.ts'
import { usePreferences } from '../../preferences/preferences.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { useUser } from '../../session/queries.ts'
import { useT } from '../../ui/phrases.ts'
import { PageMargins } from '../../ui/page-margins.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useForKind } from './for-kind.ts'
import { nameOf, sorted, wordsOf } from './standing.ts'
import * as styles from './round-on-paper.module.css'

export interface PaperProps {
  kind: RoundSheet
  round: Round
  rows: readonly RoundRow[]
}

/**
 * A round on paper: the people by unit, room and name, with room to write or with what was entered. Each page says which round it
 * belongs to, and its code opens that on a device. It is rendered outside the app and is visible only on paper.
 */
export function RoundOnPaper({ kind, round, rows }: PaperProps) {
  const t = useT()
  const dates = useDates()
  const now = dates.instant(useNow().toISOString())
  const { name: tenant } = usePreferences()
  const { fullName } = useUser()
  const forKind = useForKind()
  const { assay, group, organisation, specimen, lot, lotExpiry, location, startedAt, startedBy, zone } = round
  const started = dates.instantIn(startedAt, zone)
  const people = sorted(
    round,
    rows.filter(({ isRemoved }) => !isRemoved),
    'room',
    0,
  )
  const has = (field: 'unit' | 'room') => people.some((row) => row[field] !== null)
  const facts = [
    [organisation.name, group.name, location].filter(Boolean).join(' · '),
    [assay.name, specimen, lot && [t('fields:lot'), lot, lotExpiry && dates.day(lotExpiry)].filter(Boolean).join(' ')]
      .filter(Boolean)
      .join(' · '),
    [
      t('rounds:started', { time: started, name: startedBy.name }),
      kind === 'results' && t(`rounds:state.${round.state}`),
    ]
      .filter(Boolean)
      .join(' · '),
  ]
  const isEmpty = kind === 'empty'
  const heads = [
    t('rounds:paper.number'),
    forKind('rounds:paper.person'),
    ...(has('unit') ? [t('rounds:unit')] : []),
    ...(has('room') ? [t('rounds:paper.room')] : []),
    ...(isEmpty
      ? [
          ...assay.analytes.map(({ name }) => name),
          t('rounds:paper.notTested'),
          t('rounds:paper.time'),
          t('rounds:paper.initials'),
          t('fields:note'),
        ]
      : [t('fields:result'), t('rounds:paper.entered'), t('fields:note')]),
  ]
  return createPortal(
    <div className={styles.paper} aria-hidden data-print-round={kind}>
      <PageMargins page="round" text={[group.name, assay.name, started].join(' · ')} />
      <table>
        <thead>
          <tr>
            <td colSpan={heads.length}>
              <header className={styles.head}>
                <div>
                  <p>{[tenant, t('rounds:paper.printed', { time: now, name: fullName })].join(' · ')}</p>
                  <h1>{t(`rounds:paper.title.${kind}`)}</h1>
                  {facts.map((fact) => (
                    <p key={fact}>{fact}</p>
                  ))}
                  {isEmpty && <p>{t('rounds:paper.help')}</p>}
                </div>
                <QrCode
                  text={new URL(String(paths.round(round.id).to).replace('$id', round.id), window.location.origin).href}
                  label={t('rounds:paper.code')}
                  className={styles.code}
                />
              </header>
            </td>
          </tr>
          <tr>
            {heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((row, index) => (
            <tr key={row.subjectId} data-empty={isEmpty || undefined}>
              <td>{index + 1}</td>
              <td>
                <strong>{nameOf(row)}</strong>
                <div>
                  {[row.subject.dateOfBirth !== null && dates.day(row.subject.dateOfBirth), row.subject.localId]
                    .filter(Boolean)
                    .join(' · ')}
                </div>
              </td>
              {has('unit') && <td>{row.unit}</td>}
              {has('room') && <td>{row.room}</td>}
              {isEmpty ? <Blanks round={round} /> : <Entered round={round} row={row} />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  )
}

/** Boxes and lines to fill in by hand. No result is marked. */
function Blanks({ round: { assay } }: { round: Round }) {
  const t = useT()
  return (
    <>
      {assay.analytes.map(({ id }) => (
        <td key={id}>
          <ul className={styles.boxes}>
            {assay.offeredResults.map((result) => (
              <li key={result}>{t(`results:${result}`)}</li>
            ))}
          </ul>
        </td>
      ))}
      <td>
        <ul className={styles.boxes}>
          {(['absent', 'refused', 'exempt'] as const).map((outcome) => (
            <li key={outcome}>{t(`rounds:outcome.${outcome}`)}</li>
          ))}
        </ul>
      </td>
      {(['time', 'initials', 'note'] as const).map((blank) => (
        <td key={blank} className={styles.blank}>
          {'\u00a0'}
        </td>
      ))}
    </>
  )
}

function Entered({ round: { assay }, row: { entry, enteredBy, enteredAt } }: { round: Round; row: RoundRow }) {
  const t = useT()
  const dates = useDates()
  const lines = entry?.analyteResults ?? []
  return (
    <>
      <td>
        <strong>{wordsOf(entry)}</strong>
        {lines.length > 1 &&
          lines.map(({ analyteId, result }) => (
            <div
              key={analyteId}
            >{`${assay.analytes.find(({ id }) => id === analyteId)?.name ?? ''}: ${t(`results:${result}`)}`}</div>
          ))}
      </td>
      <td>{[enteredAt !== null && dates.timeOf(enteredAt), enteredBy?.name].filter(Boolean).join(', ')}</td>
      <td>{[entry?.reason, entry?.note].filter(Boolean).join(' · ')}</td>
    </>
  )
}

import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react'
import type { FileImport, ImportRow } from '../../contract/imports/import.ts'
import { cellNotes, matchProblems } from '../../contract/imports/problems.ts'
import { paths } from '../paths.ts'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import { headerAt } from './row-facts.ts'
import * as styles from './row-item.module.css'

/** What the cells of a row can settle of the reasons that lie in the answers about the file, or in what is recorded here. */
const settledByCells = [
  'emailNeeded',
  'emailOfAnother',
  'localIdOfAnother',
  'mayBeTwo',
  'nhsNumberOfAnother',
  'personUncertain',
  'resultNotOffered',
  'whichPerson',
]

/** True for a reason that no cell of the row can settle. */
export function isElsewhere(code: string): boolean {
  return matchProblems.some((one) => one === code) && !settledByCells.includes(code)
}

/** True for what a row says although it does not wait for it. */
function isNote(code: string): boolean {
  return cellNotes.some((one) => one === code)
}

interface Props extends Pick<ImportRow, 'problems'> {
  /** Given where the cells are not shown, so that their columns are named. */
  head?: NonNullable<FileImport['head']>
}

/** Why a row waits, or what of it is left out, apart from what is said at its cells. */
export function Reasons({ problems, head }: Props) {
  const t = useT()
  const named = (column: number | null, message: string) =>
    column === null || head === undefined
      ? message
      : `${headerAt(head, column, (number) => t('importing:columns.column', { number }))}: ${message}`
  return (
    <ul className={styles.reasons}>
      {problems.map(({ column, code, message, recordId }) => (
        <li key={`${column} ${code}`} className={isNote(code) ? styles.note : undefined}>
          {isNote(code) ? <IconInfoCircle size={18} aria-hidden /> : <IconAlertCircle size={18} aria-hidden />}
          <span>{named(column, message)}</span>
          {recordId !== undefined && <Link {...paths.testRecord(recordId)}>{t('importing:row.openRecord')}</Link>}
        </li>
      ))}
    </ul>
  )
}

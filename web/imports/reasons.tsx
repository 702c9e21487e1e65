import { IconAlertCircle } from '@tabler/icons-react'
import type { ImportRow } from '../../contract/imports/import.ts'
import { matchProblems } from '../../contract/imports/problems.ts'
import * as styles from './row-item.module.css'

/** What the cells of a row can settle of the reasons that lie in the answers about the file, or in what is recorded here. */
const settledByCells = ['emailNeeded', 'emailOfAnother', 'localIdOfAnother', 'personUncertain', 'resultNotOffered']

/** True for a reason that no cell of the row can settle. */
export function isElsewhere(code: string): boolean {
  return matchProblems.some((one) => one === code) && !settledByCells.includes(code)
}

/** Why a row waits, apart from what is said at its cells. */
export function Reasons({ problems }: Pick<ImportRow, 'problems'>) {
  return (
    <ul className={styles.reasons}>
      {problems.map(({ column, code, message }) => (
        <li key={`${column} ${code}`}>
          <IconAlertCircle size={18} aria-hidden />
          <span>{message}</span>
        </li>
      ))}
    </ul>
  )
}

import type { KeyboardEvent } from 'react'
import { tenantTypes } from '../../contract/permissions/matrix.ts'
import { Button } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import { PermissionCell } from './permission-cell.tsx'
import { permissionGroups, unusualTypes, type MatrixProps } from './permission-groups.ts'
import * as styles from './permission-table.module.css'

/** The matrix of user types and permissions, for wide screens. Arrow keys move between the checkboxes. */
export function PermissionTable({ stored, matrix, onSet, onReset }: MatrixProps) {
  const t = useT()
  const unusual = unusualTypes(matrix)
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.first}>
              {t('permissions:column')}
            </th>
            {tenantTypes.map((type) => (
              <th key={type} scope="col">
                <span>{t(`userTypes:${type}`)}</span>
                <span className={styles.people}>{t('permissions:people', { count: stored.people[type] ?? 0 })}</span>
              </th>
            ))}
          </tr>
        </thead>
        {permissionGroups.map(({ name, permissions }) => (
          <tbody key={name}>
            <tr>
              <th scope="rowgroup" colSpan={tenantTypes.length + 1} className={styles.group}>
                {t(`permissions:group.${name}`)}
              </th>
            </tr>
            {permissions.map((permission) => (
              <tr key={permission} className={styles.row}>
                <th scope="row" className={styles.permission}>
                  <span>{t(`permissions:${permission}`)}</span>
                  <span className={styles.help}>{t(`permissions:${permission}.help`)}</span>
                </th>
                {tenantTypes.map((type) => (
                  <td key={type} data-changed={isChanged(stored.types[type], matrix[type], permission) || undefined}>
                    <PermissionCell {...{ type, permission, matrix, onSet }} onKeyDown={moveByArrow} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
        <tfoot>
          <tr>
            <th scope="row" className={styles.permission}>
              {t('permissions:default')}
            </th>
            {tenantTypes.map((type) => (
              <td key={type}>
                {unusual.includes(type) ? (
                  <Button
                    variant="quiet"
                    aria-label={`${t('permissions:reset')}: ${t(`userTypes:${type}`)}`}
                    onClick={() => onReset(type)}
                  >
                    {t('permissions:reset')}
                  </Button>
                ) : (
                  <span className={styles.usual}>{t('permissions:isDefault')}</span>
                )}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function isChanged(before: readonly string[], after: readonly string[], permission: string): boolean {
  return before.includes(permission) !== after.includes(permission)
}

const steps: Partial<Record<string, readonly [column: number, row: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Moves the focus to the next checkbox in the direction of the arrow, skipping fixed cells. */
function moveByArrow(event: KeyboardEvent<HTMLInputElement>): void {
  const step = steps[event.key]
  const cell = event.currentTarget.closest('td')
  const from = cell?.closest('tr')
  const table = from?.closest('table')
  if (step === undefined || cell === null || !from || !table) return
  event.preventDefault()
  const rows = [...table.rows]
  const [right, down] = step
  let [column, row] = [cell.cellIndex + right, rows.indexOf(from) + down]
  while (rows[row] !== undefined && column > 0 && column <= tenantTypes.length) {
    const box = rows[row]?.cells[column]?.querySelector('input')
    if (box) return box.focus()
    column += right
    row += down
  }
}

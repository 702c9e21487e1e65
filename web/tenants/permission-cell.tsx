import type { KeyboardEvent } from 'react'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { cellOf, type CellChange, type Matrix, type TenantType } from '../../contract/permissions/matrix.ts'
import { useT } from '../ui/phrases.ts'
import type { ShownPermission } from './permission-groups.ts'
import * as styles from './permission-cell.module.css'

interface Props {
  type: TenantType
  permission: ShownPermission
  matrix: Matrix
  onSet: (change: CellChange) => void
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** A type's permission: a checkbox, or if it is fixed, its value and the reason. */
export function PermissionCell({ type, permission, matrix, onSet, onKeyDown }: Props) {
  const t = useT()
  const cell = cellOf(type, permission)
  const isHeld = matrix[type].includes(permission)
  if (cell === 'free') {
    return (
      <label className={styles.place}>
        <input
          type="checkbox"
          className={styles.box}
          checked={isHeld}
          aria-label={t('permissions:cell', {
            permission: t(`permissions:${permission}`),
            type: t(`userTypes:${type}`),
          })}
          onKeyDown={onKeyDown}
          onChange={(event) => onSet({ type, permission, isHeld: event.currentTarget.checked })}
        />
      </label>
    )
  }
  const isThere = cell === 'implied' ? matrix[type].includes('view-users') : isHeld
  const Icon = isThere ? IconCheck : IconMinus
  return (
    <span className={styles.fixed} data-held={isThere || undefined}>
      <Icon size={18} stroke={2} aria-hidden />
      <span className={styles.words}>{t(`permissions:fixed.${cell}`)}</span>
    </span>
  )
}

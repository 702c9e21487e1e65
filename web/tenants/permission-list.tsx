import { useId, useState } from 'react'
import { cellOf, tenantTypes, type TenantType } from '../../contract/permissions/matrix.ts'
import { Button } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'
import { PermissionCell } from './permission-cell.tsx'
import { permissionGroups, unusualTypes, type MatrixProps } from './permission-groups.ts'
import * as styles from './permission-list.module.css'

/** The permissions of one user type at a time, for screens that are too narrow for the matrix. */
export function PermissionList({ stored, matrix, onSet, onReset }: MatrixProps) {
  const t = useT()
  const id = useId()
  const [type, setType] = useState<TenantType>('organisation')
  return (
    <div className={styles.list}>
      <SelectField
        label={t('fields:userType')}
        name="type"
        value={type}
        onChange={(value) => setType(value as TenantType)}
        options={tenantTypes.map((value) => ({
          value,
          label: `${t(`userTypes:${value}`)} · ${t('permissions:people', { count: stored.people[value] ?? 0 })}`,
        }))}
      />
      {permissionGroups.map(({ name, permissions }) => {
        const shown = permissions.filter((permission) => cellOf(type, permission) !== 'beyond')
        if (shown.length === 0) return null
        return (
          <section key={name} className={styles.group} aria-labelledby={`${id}-${name}`}>
            <h3 id={`${id}-${name}`} className={styles.name}>
              {t(`permissions:group.${name}`)}
            </h3>
            <ul className={styles.permissions}>
              {shown.map((permission) => (
                <li
                  key={permission}
                  className={styles.permission}
                  data-changed={
                    stored.types[type].includes(permission) !== matrix[type].includes(permission) || undefined
                  }
                >
                  <div>
                    <p className={styles.words}>{t(`permissions:${permission}`)}</p>
                    <p className={styles.help}>{t(`permissions:${permission}.help`)}</p>
                  </div>
                  <PermissionCell {...{ type, permission, matrix, onSet }} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {unusualTypes(matrix).includes(type) && (
        <div>
          <Button variant="default" onClick={() => onReset(type)}>
            {t('permissions:defaultOf', { type: t(`userTypes:${type}`) })}
          </Button>
        </div>
      )}
    </div>
  )
}

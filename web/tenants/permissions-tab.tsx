import { tenantTypes, type CellChange } from '../../contract/permissions/matrix.ts'
import type { Permission } from '../../contract/permissions/permissions.ts'
import { UnsavedGuard } from '../editing/unsaved-guard.tsx'
import { NotLoaded } from '../loading/waiting.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { unusualTypes, type ShownPermission } from './permission-groups.ts'
import { PermissionList } from './permission-list.tsx'
import { PermissionTable } from './permission-table.tsx'
import { useTenant } from './shown-tenant.ts'
import { usePermissionMatrix } from './use-permission-matrix.ts'
import * as styles from './permissions-tab.module.css'

export function PermissionsTab() {
  const t = useT()
  const { tenant } = useTenant()
  const editing = usePermissionMatrix(tenant.id)
  const isWide = useMediaQuery('(min-width: 1024px)')
  const { query, stored, matrix, changes, news, reviewed, error, isPending } = editing
  if (stored === undefined || matrix === undefined) {
    return query.isError ? (
      <NotLoaded query={query} failed={t('permissions:loadFailed')} />
    ) : (
      <RowSkeletons rows={10} label={t('permissions:loading')} />
    )
  }
  const Matrix = isWide ? PermissionTable : PermissionList
  return (
    <section className={styles.tab} aria-labelledby="permissions-title">
      <h2 className={styles.title} id="permissions-title">
        {t('permissions:title')}
      </h2>
      <p className={styles.intro}>{t('permissions:intro')}</p>
      <p className={styles.intro}>{t('permissions:intro2')}</p>
      {unusualTypes(matrix).length > 0 && (
        <div>
          <Button variant="default" onClick={editing.resetAll}>
            {t('permissions:defaultForAll')}
          </Button>
        </div>
      )}
      {news.length > 0 && (
        <Alert tone="notice" title={t('permissions:news.title')}>
          <ul className={styles.changes}>
            {news.map(({ type, permission, isHeld }) => (
              <li key={`${type} ${permission}`}>
                {t(isHeld ? 'permissions:news.given' : 'permissions:news.taken', {
                  type: t(`userTypes:${type}`),
                  permission: t(labelOf(permission)),
                })}
              </li>
            ))}
          </ul>
          {changes.length > 0 && <p>{t('permissions:news.kept')}</p>}
        </Alert>
      )}
      {error !== undefined && <Alert tone="danger">{error}</Alert>}
      <Matrix stored={stored} matrix={matrix} onSet={editing.set} onReset={editing.reset} />
      <ul className={styles.why}>
        {(['kept', 'beyond', 'implied'] as const).map((reason) => (
          <li key={reason}>{t(`permissions:why.${reason}`)}</li>
        ))}
      </ul>
      {changes.length > 0 && (
        <div className={styles.bar} role="region" aria-label={t('permissions:bar', { count: changes.length })}>
          <p className={styles.count} role="status">
            {t('permissions:bar', { count: changes.length })}
          </p>
          <Button variant="default" onClick={editing.discard}>
            {t('permissions:discard')}
          </Button>
          <Button isPending={isPending && reviewed === undefined} onClick={editing.review}>
            {t('permissions:review')}
          </Button>
        </div>
      )}
      {reviewed !== undefined && (
        <ConfirmDialog
          title={t('permissions:review.title')}
          text={t('permissions:review.when')}
          stay={t('permissions:review.keep')}
          leave={t('shell:saveChanges')}
          onStay={editing.keepEditing}
          onLeave={editing.save}
        >
          <ul className={styles.changes}>
            {inWeight(reviewed).map(({ type, permission, isHeld }) => (
              <li key={`${type} ${permission}`}>
                {t(isHeld ? 'permissions:review.gains' : 'permissions:review.loses', {
                  count: stored.people[type] ?? 0,
                  type: t(`userTypes:${type}`),
                  permission: t(labelOf(permission)),
                })}
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
      <UnsavedGuard isUnsaved={changes.length > 0} />
    </section>
  )
}

/** Sorts removed permissions first, because somebody may miss them. */
function inWeight(changes: readonly CellChange[]): CellChange[] {
  const rank = ({ isHeld, type }: CellChange) => (isHeld ? tenantTypes.length : 0) + tenantTypes.indexOf(type)
  return changes.toSorted((a, b) => rank(a) - rank(b))
}

/** Permissions within a tenant have a label in their group; the others belong to operators. */
function labelOf(permission: Permission) {
  return `permissions:${permission as ShownPermission}` as const
}

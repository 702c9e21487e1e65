import { IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { useChoices } from '../api/use-choices.ts'
import { groupChoices } from '../groups/queries.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { InviteFields } from './invite-fields.tsx'
import styles from './invite-form.module.css'

/** Invites one patient after another, above the list that shows them. */
export function InviteForm({ onClose }: { onClose: () => void }) {
  const t = useT()
  const titleId = useId()
  const groups = useChoices((search) => groupChoices({ search, onlyActive: true }))
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {t('invites:invite')}
        </h2>
        <Button variant="quiet" aria-label={t('invites:form.close')} onClick={onClose}>
          <IconX size={20} aria-hidden />
        </Button>
      </header>
      {!groups.isLoaded ? (
        <Skeleton height={160} />
      ) : groups.choices.length === 0 ? (
        <Alert tone="notice">{t('invites:form.noGroup')}</Alert>
      ) : (
        <>
          <p className={styles.intro}>{t('invites:form.intro')}</p>
          <InviteFields groups={groups.choices} hasMoreGroups={groups.hasMore} onSearchGroups={groups.onSearch} />
        </>
      )}
    </section>
  )
}

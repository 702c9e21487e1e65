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

/**
 * Invites one patient after another, in a panel beside the list, which stays where it is. A native dialog: it keeps the
 * focus inside, and Escape closes it. Shown for as long as it is rendered.
 */
export function InviteForm({ onClose }: { onClose: () => void }) {
  const t = useT()
  const titleId = useId()
  const groups = useChoices((search) => groupChoices({ search, onlyActive: true }))
  return (
    <dialog ref={open} className={styles.panel} aria-labelledby={titleId} onClose={onClose}>
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
    </dialog>
  )
}

function open(dialog: HTMLDialogElement | null): void {
  if (dialog?.open === false) dialog.showModal()
}

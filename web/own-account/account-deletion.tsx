import { useState } from 'react'
import { usePreferences } from '../preferences/preferences.ts'
import { Button } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import { DeletionForm } from './deletion-form.tsx'
import * as styles from './own-user-page.module.css'

/** Explains the deletion of the account; its form is loaded on request. */
export function AccountDeletion() {
  const t = useT()
  const { name } = usePreferences()
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <div className={styles.action}>
      <ul className={styles.consequences}>
        <li>{t('ownAccount:deletion.erased')}</li>
        <li>{t('ownAccount:deletion.kept', { tenant: name })}</li>
        <li>{t('ownAccount:deletion.out')}</li>
      </ul>
      {isOpen ? (
        <DeletionForm onCancel={() => setOpen(false)} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- after the form was closed, it takes over the focus
        <Button variant="default" autoFocus={isOpen === false} onClick={() => setOpen(true)}>
          {t('ownAccount:deletion.title')}
        </Button>
      )}
    </div>
  )
}

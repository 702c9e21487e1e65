import { IconSearch } from '@tabler/icons-react'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { inTime } from '../api/patience.ts'
import { failureWords } from '../editing/failure-words.ts'
import { alsoSay, useT } from '../ui/phrases.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { onAskedToFind } from './finder-keys.ts'
import styles from './finder-button.module.css'
import { lazyPage } from './page-part.ts'

/** Comes when somebody is about to search. */
const FinderDialog = lazyPage(async () => {
  const [{ FinderDialog: dialog }] = await Promise.all([import('./finder-dialog.tsx'), alsoSay('finder')])
  return dialog
})

/** The way to the search for everything, which looks like a field; on a phone it is an icon. */
export function FinderButton() {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  async function open() {
    try {
      await inTime(FinderDialog.preload())
      setOpen(true)
    } catch (error) {
      showMessage(failureWords(error, { failed: 'shell:partMissing' }) ?? t('shell:partMissing'), 'danger')
    }
  }
  const onAsked = useEffectEvent(() => void open())

  // Keys are outside React.
  useEffect(() => onAskedToFind(() => onAsked()), [])

  const preload = () => void FinderDialog.preload().catch(() => undefined)
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => void open()}
      >
        <IconSearch size={18} aria-hidden />
        <span className={styles.word}>{t('shell:search')}</span>
        <kbd className={styles.key} aria-hidden>
          /
        </kbd>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <FinderDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

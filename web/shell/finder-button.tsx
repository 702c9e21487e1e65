import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { inTime } from '../api/patience.ts'
import { failureWords } from '../api/failure-words.ts'
import { alsoSay, useT } from '../ui/phrases.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { FinderFrame, type TypedAhead } from './finder-frame.tsx'
import { onAskedToFind } from './finder-keys.ts'
import * as styles from './finder-button.module.css'
import { lazyPage } from '../loading/lazy-page.ts'

/** Loaded when somebody is about to search. */
const FinderDialog = lazyPage(async () => {
  const [{ FinderDialog: dialog }] = await Promise.all([import('./finder-dialog.tsx'), alsoSay('finder')])
  return dialog
})

const nothingTyped: TypedAhead = { text: '', isEntered: false }

/** Opens the search for everything. It looks like a field, and on a phone it is an icon. */
export function FinderButton() {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const [isThere, setThere] = useState(false)
  const [ahead, setAhead] = useState(nothingTyped)
  const [isComposing, setComposing] = useState(false)
  const close = () => setOpen(false)

  async function open() {
    setAhead(nothingTyped)
    setComposing(false)
    setOpen(true)
    try {
      await inTime(FinderDialog.preload())
      setThere(true)
    } catch (error) {
      close()
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
      {isOpen && isThere && !isComposing && <FinderDialog start={ahead} onClose={close} />}
      {isOpen && !(isThere && !isComposing) && (
        <FinderFrame
          field={{
            'aria-label': t('shell:searchTitle'),
            value: ahead.text,
            onChange: ({ currentTarget: { value } }) => setAhead({ text: value, isEntered: false }),
            onKeyDown: ({ key, nativeEvent }) =>
              key === 'Enter' && !nativeEvent.isComposing && setAhead({ ...ahead, isEntered: true }),
            // A composition in another script must not lose the field.
            onCompositionStart: () => setComposing(true),
            onCompositionEnd: () => setComposing(false),
          }}
          onClose={close}
        >
          <p role="status" className={styles.coming}>
            {t('shell:loading')}
          </p>
        </FinderFrame>
      )}
    </>
  )
}

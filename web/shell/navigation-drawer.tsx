import { IconX } from '@tabler/icons-react'
import { useRef, type Ref } from 'react'
import { useT } from '../ui/phrases.ts'
import { SideNavigation } from './side-navigation.tsx'
import styles from './navigation-drawer.module.css'

/** The navigation on a phone. A native dialog: it keeps the focus inside, and Escape closes it. Open with `showModal`. */
export function NavigationDrawer({ ref }: { ref: Ref<HTMLDialogElement> }) {
  const t = useT()
  const close = useRef<HTMLFormElement>(null)
  return (
    // Clicks on a link inside, or on the backdrop, close it; by keyboard a link does the same and Escape is native.
    <dialog
      ref={ref}
      className={styles.drawer}
      aria-label={t('shell:mainNavigation')}
      onClick={(event) => {
        const target = event.target as HTMLElement
        if (target === event.currentTarget || target.closest('a') !== null) close.current?.requestSubmit()
      }}
    >
      <div className={styles.inside}>
        <form ref={close} method="dialog" className={styles.close}>
          <button type="submit" aria-label={t('shell:closeNavigation')}>
            <IconX size={22} aria-hidden />
          </button>
        </form>
        <SideNavigation isCollapsed={false} />
      </div>
    </dialog>
  )
}

import { IconX } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useT } from '../ui/phrases.ts'
import { SideNavigation } from './side-navigation.tsx'
import * as styles from './navigation-drawer.module.css'

interface Props {
  ref: Ref<HTMLDialogElement>
  onClose: () => void
}

/**
 * The navigation on a phone. A native dialog: it keeps the focus inside, and Escape closes it. Open with `showModal`.
 */
export function NavigationDrawer({ ref, onClose }: Props) {
  const t = useT()
  return (
    <dialog ref={ref} className={styles.drawer} aria-label={t('shell:mainNavigation')} closedby="any">
      <div className={styles.inside}>
        <button type="button" className={styles.close} aria-label={t('shell:closeNavigation')} onClick={onClose}>
          <IconX size={22} aria-hidden />
        </button>
        <SideNavigation isCollapsed={false} onNavigate={onClose} />
      </div>
    </dialog>
  )
}

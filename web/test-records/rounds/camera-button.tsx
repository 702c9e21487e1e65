import { IconQrcode } from '@tabler/icons-react'
import { inTime } from '../../api/patience.ts'
import { lazyPage } from '../../loading/lazy-page.ts'
import { Button } from '../../ui/button.tsx'
import { alsoSay, useT } from '../../ui/phrases.ts'
import { showMessage } from '../../ui/snackbar-store.ts'
import type { Take } from './told.ts'

/** Loaded separately for people who scan with a camera. */
const ScanPeople = lazyPage(async () => {
  const [part] = await Promise.all([import('./scan-people.tsx'), alsoSay('kitScan')])
  return part.ScanPeople
})

interface Props {
  /** Shows only the icon, which has the words as its name. */
  isIcon?: boolean
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  take: Take
}

/** Opens the camera, in front of which people hold their codes. */
export function CameraButton({ isIcon = false, isOpen, onToggle, take }: Props) {
  const t = useT()
  function open() {
    void inTime(ScanPeople.preload()).then(
      () => onToggle(true),
      () => showMessage(t('lists:failed.text'), 'danger'),
    )
  }
  return (
    <div>
      <Button variant="default" title={isIcon ? t('rounds:camera.scan') : undefined} onClick={open}>
        <IconQrcode size={20} aria-hidden />
        <span className={isIcon ? 'visually-hidden' : undefined}>{t('rounds:camera.scan')}</span>
      </Button>
      {isOpen && <ScanPeople take={take} onClose={() => onToggle(false)} />}
    </div>
  )
}

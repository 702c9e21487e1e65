import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useT } from '../../ui/phrases.ts'
import { CameraPanel } from '../scanning/camera-panel.tsx'
import type { Take, Told } from './told.ts'
import * as styles from './roster.module.css'

/** Reads the codes of people with the camera: their invites and numbers. */
export function ScanPeople({ take, onClose }: { take: Take; onClose: () => void }) {
  const t = useT()
  const [told, setTold] = useState<Told>()
  return (
    <CameraPanel
      title={t('rounds:camera.scan')}
      wordsFor={(camera) => t(camera === 'starting' ? 'kitScan:camera.starting' : `rounds:camera.${camera}`)}
      onText={(text) => void take(text).then(setTold)}
      onClose={onClose}
    >
      {told !== undefined && <Alert tone={told.tone}>{told.words}</Alert>}
      <div className={styles.ways}>
        <Button variant="default" onClick={onClose}>
          {t('shell:close')}
        </Button>
      </div>
    </CameraPanel>
  )
}

import { useState, type SubmitEvent } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useT } from '../../ui/phrases.ts'
import { TextField } from '../../ui/text-field.tsx'
import { CameraPanel } from '../scanning/camera-panel.tsx'
import { useScanner } from '../scanning/use-scanner.ts'
import type { KitReading } from './kit-code.ts'
import * as styles from './scan-panel.module.css'

interface Props {
  /** Reads a text, and fills it in if it is the code of a kit. */
  readCode: (text: string, origin: 'scan') => Promise<KitReading | undefined>
  onClose: () => void
}

/** Reads the code of a kit with the camera, or as typed from below its bars. Closes once a code was filled in. */
export function ScanPanel({ readCode, onClose }: Props) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<string>()

  async function read(text: string) {
    const reading = await readCode(text, 'scan')
    if (reading?.kind === 'filled') onClose()
    else setRefused(reading?.words ?? t('lists:failed.text'))
  }

  useScanner({ onScan: (text) => void read(text) })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (typed.trim() !== '') void read(typed)
  }

  return (
    <CameraPanel
      title={t('kitScan:title')}
      wordsFor={(camera) => t(`kitScan:camera.${camera}`)}
      onText={(text) => void read(text)}
      onClose={onClose}
    >
      {refused !== undefined && <Alert tone="danger">{refused}</Alert>}
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          name="code"
          label={t('kitScan:code')}
          help={t('kitScan:codeHelp')}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="default">
            {t('kitScan:use')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('shell:close')}
          </Button>
        </div>
      </form>
    </CameraPanel>
  )
}

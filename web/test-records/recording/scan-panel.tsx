import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useT } from '../../ui/phrases.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useScanner } from '../scanning/use-scanner.ts'
import { watchForCodes, type CameraTrouble } from './camera.ts'
import type { KitReading } from './kit-code.ts'
import * as styles from './scan-panel.module.css'

interface Props {
  /** Reads a text, and fills it in if it is the code of a kit. */
  readCode: (text: string, origin: 'scan') => Promise<KitReading | undefined>
  onClose: () => void
}

/** The pause before a refused code is read again, in milliseconds, because it stays in front of the camera. */
const rest = 3000

/** Reads the code of a kit with the camera, or as typed from below its bars. Closes once a code was filled in. */
export function ScanPanel({ readCode, onClose }: Props) {
  const t = useT()
  const titleId = useId()
  const video = useRef<HTMLVideoElement>(null)
  const [camera, setCamera] = useState<'starting' | 'on' | CameraTrouble>('starting')
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<string>()
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })

  async function read(text: string) {
    const reading = await readCode(text, 'scan')
    if (reading?.kind === 'filled') onClose()
    else setRefused(reading?.words ?? t('lists:failed.text'))
  }

  useScanner({ onScan: (text) => void read(text) })

  // The camera is outside React.
  useEffect(() => {
    const shown = video.current
    if (shown === null) return undefined
    let last = { text: '', at: 0 }
    return watchForCodes(shown, {
      onStart: () => setCamera('on'),
      onTrouble: setCamera,
      onText: (text) => {
        const isSame = text === last.text && performance.now() - last.at < rest
        if (isSame) return
        last = { text, at: performance.now() }
        void latest.current(text)
      },
    })
  }, [])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (typed.trim() !== '') void read(typed)
  }

  const isSeeing = camera === 'starting' || camera === 'on'
  return (
    <dialog ref={open} className={styles.panel} aria-labelledby={titleId} onCancel={onClose}>
      <h2 id={titleId} className={styles.title} tabIndex={-1}>
        {t('kitScan:title')}
      </h2>
      <video
        ref={video}
        className={styles.video}
        hidden={!isSeeing}
        muted
        playsInline
        aria-label={t('kitScan:video')}
      />
      {isSeeing ? (
        <p className={styles.help} role="status">
          {t(`kitScan:camera.${camera}`)}
        </p>
      ) : (
        <Alert tone="notice">{t(`kitScan:camera.${camera}`)}</Alert>
      )}
      {refused !== undefined && <Alert tone="danger">{refused}</Alert>}
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          name="code"
          label={t('kitScan:code')}
          help={t('kitScan:codeHelp')}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
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
    </dialog>
  )
}

/**
 * Opens the dialog and focuses its heading, so that no on-screen keyboard covers the picture. The dialog is closed
 * before it unmounts, so that it gives the focus back.
 */
function open(dialog: HTMLDialogElement | null) {
  if (dialog?.open === false) dialog.showModal()
  dialog?.querySelector('h2')?.focus()
  return () => dialog?.close()
}

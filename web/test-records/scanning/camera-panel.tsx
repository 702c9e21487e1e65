import { useEffect, useId, useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import type { Elements } from '../../ui/elements.ts'
import { useT } from '../../ui/phrases.ts'
import { watchForCodes, type CameraTrouble } from './camera.ts'
import * as styles from './camera-panel.module.css'

interface Props {
  title: string
  /** What is said below the picture, or in its place. */
  wordsFor: (camera: 'starting' | 'on' | CameraTrouble) => string
  onText: (text: string) => void
  onClose: () => void
  children: Elements
}

/** The pause before the same code is read again, in milliseconds, because it stays in front of the camera. */
const rest = 3000

/** Shows the camera's picture in a dialog, and hands on the text of each code in it. */
export function CameraPanel({ title, wordsFor, onText, onClose, children }: Props) {
  const t = useT()
  const titleId = useId()
  const video = useRef<HTMLVideoElement>(null)
  const [camera, setCamera] = useState<'starting' | 'on' | CameraTrouble>('starting')
  const latest = useRef(onText)
  useEffect(() => {
    latest.current = onText
  })

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
        latest.current(text)
      },
    })
  }, [])

  const isSeeing = camera === 'starting' || camera === 'on'
  return (
    <dialog ref={open} className={styles.panel} aria-labelledby={titleId} onCancel={onClose}>
      <h2 id={titleId} className={styles.title} tabIndex={-1}>
        {title}
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
          {wordsFor(camera)}
        </p>
      ) : (
        <Alert tone="notice">{wordsFor(camera)}</Alert>
      )}
      {children}
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

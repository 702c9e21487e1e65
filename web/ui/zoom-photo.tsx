import { IconMinus, IconPlus, IconX, IconZoomReset } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { changeZoom, whole, type Zoom } from './zoom.ts'
import * as styles from './zoom-photo.module.css'

interface Props {
  src: string
  alt: string
  words: {
    enlarge: string
    close: string
    zoomIn: string
    zoomOut: string
    reset: string
    help: string
    failed: string
  }
}

/** A photo that opens in a dialog, where wheel, pinch, buttons and keys zoom it and dragging or arrow keys move it. */
export function ZoomPhoto({ src, alt, words }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <p className={styles.broken}>{words.failed}</p>
  return (
    <>
      <button
        type="button"
        className={styles.thumbnail}
        aria-label={`${words.enlarge}: ${alt}`}
        onClick={() => {
          setOpen(true)
          dialog.current?.showModal()
        }}
      >
        <img src={src} alt="" loading="lazy" onError={() => setBroken(true)} />
      </button>
      <dialog ref={dialog} className={styles.dialog} aria-label={alt} onClose={() => setOpen(false)}>
        {isOpen && <Viewer src={src} alt={alt} words={words} onClose={() => dialog.current?.close()} />}
      </dialog>
    </>
  )
}

function Viewer({ src, alt, words, onClose }: Props & { onClose: () => void }) {
  const [zoom, setZoom] = useState<Zoom>(whole)
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const change = (by: Partial<{ factor: number; x: number; y: number }>) => setZoom((before) => changeZoom(before, by))

  function onPointerMove(event: PointerEvent) {
    const before = fingers.current.get(event.pointerId)
    if (before === undefined) return
    const spread = () => {
      const [one, two] = [...fingers.current.values()]
      return one && two ? Math.hypot(one.x - two.x, one.y - two.y) : 0
    }
    const wide = spread()
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (wide > 0) change({ factor: spread() / wide })
    else change({ x: event.clientX - before.x, y: event.clientY - before.y })
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = 60
    const keys: Record<string, () => void> = {
      '+': () => change({ factor: 1.5 }),
      '=': () => change({ factor: 1.5 }),
      '-': () => change({ factor: 1 / 1.5 }),
      '0': () => setZoom(whole),
      ArrowLeft: () => change({ x: step }),
      ArrowRight: () => change({ x: -step }),
      ArrowUp: () => change({ y: step }),
      ArrowDown: () => change({ y: -step }),
    }
    const action = keys[event.key]
    if (action === undefined) return
    event.preventDefault()
    action()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- every key has a button or a gesture beside it
    <div className={styles.viewer} onKeyDown={onKeyDown}>
      <div className={styles.bar}>
        <p className="visually-hidden">{words.help}</p>
        <button
          type="button"
          aria-label={words.zoomOut}
          title={words.zoomOut}
          onClick={() => change({ factor: 1 / 1.5 })}
        >
          <IconMinus aria-hidden />
        </button>
        <output className={styles.scale}>{`${Math.round(zoom.scale * 100)} %`}</output>
        <button type="button" aria-label={words.zoomIn} title={words.zoomIn} onClick={() => change({ factor: 1.5 })}>
          <IconPlus aria-hidden />
        </button>
        <button type="button" aria-label={words.reset} title={words.reset} onClick={() => setZoom(whole)}>
          <IconZoomReset aria-hidden />
        </button>
        <button
          type="button"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the keys work as soon as the photo is open, and another press closes it
          autoFocus
          className={styles.close}
          aria-label={words.close}
          title={words.close}
          onClick={onClose}
        >
          <IconX aria-hidden />
        </button>
      </div>
      <div
        className={styles.stage}
        onWheel={(event) => change({ factor: event.deltaY < 0 ? 1.15 : 1 / 1.15 })}
        onDoubleClick={() => (zoom.scale > 1 ? setZoom(whole) : change({ factor: 2.5 }))}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        }}
        onPointerMove={onPointerMove}
        onPointerUp={(event) => fingers.current.delete(event.pointerId)}
        onPointerCancel={(event) => fingers.current.delete(event.pointerId)}
      >
        <img
          src={src}
          alt={alt}
          draggable={false}
          style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
        />
      </div>
    </div>
  )
}

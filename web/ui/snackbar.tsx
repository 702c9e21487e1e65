import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useT } from './phrases.ts'
import {
  currentMessages,
  dismissMessage,
  snackbarTime,
  subscribeToMessages,
  type MessageLink,
  type SnackbarMessage,
} from './snackbar-store.ts'
import * as styles from './snackbar.module.css'

const icons = { success: IconCircleCheck, danger: IconAlertTriangle, notice: IconInfoCircle }

/**
 * The container of messages, once in each document. It is always rendered, so that screen readers notice new messages.
 */
export function Snackbar() {
  const messages = useSyncExternalStore(subscribeToMessages, currentMessages)
  return (
    <div className={styles.place} aria-live="polite" role="status">
      {messages.map((message) => (
        <Message key={message.id} message={message} />
      ))}
    </div>
  )
}

function Message({ message }: { message: SnackbarMessage }) {
  const t = useT()
  const [isHeld, setHeld] = useState(false)
  const Icon = icons[message.tone]
  // A timer is outside React. It pauses while the pointer or focus is on the message, and then starts again.
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => dismissMessage(message.id), snackbarTime)
    return () => clearTimeout(timer)
  }, [isHeld, message.id])
  return (
    <div
      className={styles.message}
      data-tone={message.tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={20} aria-hidden />
      <p>
        <span>{message.text}</span>
        {message.link !== undefined && <Way link={message.link} onFollowed={() => dismissMessage(message.id)} />}
      </p>
      <button type="button" aria-label={t('shell:dismissMessage')} onClick={() => dismissMessage(message.id)}>
        <IconX size={18} aria-hidden />
      </button>
    </div>
  )
}

/** The router is not at hand here, so the message itself follows its link; a new tab opens it by its address. */
function Way({ link: { word, href, follow }, onFollowed }: { link: MessageLink; onFollowed: () => void }) {
  return (
    <a
      href={href}
      className={styles.link}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onFollowed()
        follow()
      }}
    >
      {word}
    </a>
  )
}

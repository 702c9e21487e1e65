import { useEffect, useId, useState } from 'react'
import { reportError } from '../api/error-reporting.ts'
import { failureWords, isOurFault } from '../api/failure-words.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import * as styles from './send-again.module.css'

/** The seconds before an email can be sent again, because it takes a moment to arrive. */
const pause = 30

interface Props {
  send: () => Promise<unknown>
  /** Leads to the form for another email; left out if there is none. */
  onOtherEmail?: (() => void) | undefined
  /** Advice for a wrong address, if there is no form for another email. */
  wrongEmail?: string | undefined
}

/** Advice for an email that does not arrive: look for it, and after a pause have it sent again. */
export function SendAgain({ send, onOtherEmail, wrongEmail }: Props) {
  const t = useT()
  const noteId = useId()
  const { left, restart } = useCountdown(pause)
  const [isPending, setPending] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const [isSentAgain, setSentAgain] = useState(false)

  async function sendAgain() {
    setTrouble(undefined)
    setSentAgain(false)
    setPending(true)
    try {
      await send()
      setSentAgain(true)
      restart()
    } catch (error) {
      if (isOurFault(error)) reportError(error)
      setTrouble(failureWords(error, { failed: 'passwords:failed' }) ?? t('passwords:failed'))
    } finally {
      setPending(false)
    }
  }

  return (
    <div className={styles.again}>
      <p className={styles.spam}>{t('passwords:reset.spam')}</p>
      {wrongEmail !== undefined && <p className={styles.spam}>{wrongEmail}</p>}
      {trouble !== undefined && <Alert tone="danger">{trouble}</Alert>}
      {isSentAgain && <Alert tone="success">{t('passwords:reset.sentAgain')}</Alert>}
      <div className={styles.action}>
        <Button
          variant="default"
          isWide
          isPending={isPending}
          isInactive={left > 0}
          aria-describedby={left > 0 ? noteId : undefined}
          onClick={() => void sendAgain()}
        >
          {t('passwords:reset.again')}
        </Button>
        <p id={noteId} className={styles.note}>
          {left > 0 && t('passwords:reset.wait', { count: left })}
        </p>
      </div>
      {onOtherEmail !== undefined && (
        <Button variant="quiet" isWide onClick={onOtherEmail}>
          {t('passwords:reset.otherEmail')}
        </Button>
      )}
    </div>
  )
}

/** The remaining seconds of a pause, which starts with the component and again with `restart`. */
function useCountdown(seconds: number): { left: number; restart: () => void } {
  const [start, setStart] = useState(() => performance.now())
  const [now, setNow] = useState(start)
  const left = Math.max(0, Math.ceil(seconds - (now - start) / 1000))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [isOver, start])
  return {
    left,
    restart: () => {
      setStart(performance.now())
      setNow(performance.now())
    },
  }
}

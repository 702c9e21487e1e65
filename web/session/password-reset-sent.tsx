import { useId, useState } from 'react'
import { usePreferences } from '../tenants/queries.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import { EntranceHeading } from './entrance.tsx'
import { askForLink } from './password-links.ts'
import { useCountdown } from './use-countdown.ts'
import styles from './password-reset-sent.module.css'

/** Seconds before a mail can be asked for again: it takes a moment to arrive. */
const pause = 30

interface Props {
  email: string
  onOtherEmail: () => void
}

/** Says where to look for the mail, without saying whether the email has an account, and sends it again. */
export function PasswordResetSent({ email, onOtherEmail }: Props) {
  const t = useT()
  const noteId = useId()
  const { productName } = usePreferences()
  const { left, restart } = useCountdown(pause)
  const [isPending, setPending] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const [isSentAgain, setSentAgain] = useState(false)

  async function sendAgain() {
    setTrouble(undefined)
    setSentAgain(false)
    setPending(true)
    const outcome = await askForLink(email)
    setPending(false)
    if (outcome.is !== 'done') {
      setTrouble((outcome.is === 'refused' && outcome.message) || t('passwords:failed'))
      return
    }
    setSentAgain(true)
    restart()
  }

  return (
    <>
      <EntranceHeading
        title={t('passwords:reset.sentTitle')}
        intro={t('passwords:reset.sentText', { email, product: productName })}
        takesFocus
      />
      <div className={styles.again}>
        <p className={styles.spam}>{t('passwords:reset.spam')}</p>
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
        <Button variant="quiet" isWide onClick={onOtherEmail}>
          {t('passwords:reset.otherEmail')}
        </Button>
      </div>
    </>
  )
}

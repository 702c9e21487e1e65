import { Link } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import { EntranceHeading } from './entrance.tsx'
import styles from './link-invalid.module.css'

interface Props {
  /** As it was typed: a link belongs to one email, and a slip of the finger looks like a wrong link. */
  email: string
  onCorrect: () => void
}

/** Says that a link does not work and offers a new one. */
export function LinkInvalid({ email, onCorrect }: Props) {
  const t = useT()
  return (
    <>
      <EntranceHeading
        title={t('passwords:create.linkTitle')}
        intro={t('passwords:create.linkText', { email })}
        takesFocus
      />
      <div className={styles.actions}>
        <Link {...paths.passwordReset()} className={buttonClass('filled', true)}>
          {t('passwords:create.newLink')}
        </Link>
        <Button variant="default" isWide onClick={onCorrect}>
          {t('passwords:create.checkEmail')}
        </Button>
      </div>
    </>
  )
}

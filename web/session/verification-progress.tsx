import { Button } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import { BackToLogin } from './back-to-login.tsx'
import { EntranceHeading } from './entrance.tsx'
import type { Unopened } from './use-verification.ts'

interface Props {
  verification: Exclude<Unopened, { is: 'link-invalid' }>
  /** What is under way. */
  pending: string
  /** That it failed, where that is our fault. */
  failed: string
}

/** What is seen until a mail's link is opened: that it is under way, or that it failed and can be tried again. */
export function VerificationProgress({ verification, pending, failed }: Props) {
  const t = useT()
  if (verification.is === 'pending') {
    return (
      <div role="status">
        <EntranceHeading title={pending} intro={t('registration:verify.pendingText')} />
      </div>
    )
  }
  return (
    <>
      <EntranceHeading
        title={t('registration:verify.failedTitle')}
        intro={verification.isOffline ? t('shell:offline') : failed}
        takesFocus
      />
      <Button isWide onClick={verification.retry}>
        {t('shell:tryAgain')}
      </Button>
      <BackToLogin />
    </>
  )
}

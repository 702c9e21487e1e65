import { loginAddress } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useT } from '../ui/phrases.ts'

/** Replaces a page whose person is no longer the one who is logged in. */
export function OtherSessionPage() {
  const t = useT()
  return (
    <Notice heading="h1" title={t('session:otherTitle')} text={t('session:otherText')}>
      <a href={loginAddress()} className={buttonClass()}>
        {t('session:logInAgain')}
      </a>
      <a href="/" className={buttonClass('default')}>
        {t('session:otherGoOn')}
      </a>
    </Notice>
  )
}

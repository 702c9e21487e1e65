import { loginAddress } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useT } from '../ui/phrases.ts'

export function LoggedOutPage() {
  const t = useT()
  return (
    <Notice heading="h1" title={t('session:loggedOutTitle')} text={t('session:loggedOutText')}>
      <a href={loginAddress()} className={buttonClass()}>
        {t('session:logInAgain')}
      </a>
    </Notice>
  )
}

import { Button } from '@mantine/core'
import { loginAddress } from '../paths.ts'
import { Notice } from '../ui/notice.tsx'
import { useT } from '../ui/phrases.ts'

/** Where logging out ends. */
export function LoggedOutPage() {
  const t = useT()
  return (
    <Notice heading="h1" title={t('session:loggedOutTitle')} text={t('session:loggedOutText')}>
      <Button component="a" href={loginAddress()}>
        {t('session:logInAgain')}
      </Button>
    </Notice>
  )
}

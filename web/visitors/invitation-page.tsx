import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { verifyInvitation } from '../../contract/session/registration.ts'
import { call } from '../api/client.ts'
import { loginAddress, paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import * as styles from './entrance.module.css'
import { EntranceHeading } from './entrance.tsx'
import { handOverToPassword } from '../session/kept-in-tab.ts'
import { useOpenedLink, OpeningLink } from './opening-link.tsx'

/** Opens the link of a staff invitation, and goes on to the page that sets the first password (spec §2). */
export function InvitationPage() {
  const t = useT()
  const navigate = useNavigate()
  const { id = '' } = useSearch({ strict: false })
  const opening = useOpenedLink(verifyInvitation.name, id, (sent) => call(verifyInvitation, sent))
  const { token, email } = opening.is === 'opened' ? opening.link : {}
  useEffect(() => {
    if (token === undefined || email === undefined) return
    handOverToPassword({ token, email, why: 'first', invitation: id })
    void navigate({ ...paths.createPassword(token), replace: true })
  }, [token, email, id, navigate])
  if (opening.is === 'link-invalid') return <InvitationInvalid />
  return (
    <OpeningLink
      opening={opening.is === 'opened' ? { is: 'pending' } : opening}
      pending={t('passwords:invitation.pending')}
      failed="passwords:invitation.failed"
    />
  )
}

function InvitationInvalid() {
  const t = useT()
  return (
    <>
      <EntranceHeading title={t('passwords:create.linkTitle')} intro={t('passwords:invitation.linkText')} takesFocus />
      <div className={styles.actions}>
        <a href={loginAddress()} className={buttonClass('filled', true)}>
          {t('session:submit')}
        </a>
        <Link {...paths.passwordReset()} className={buttonClass('default', true)}>
          {t('session:forgottenPassword')}
        </Link>
      </div>
    </>
  )
}

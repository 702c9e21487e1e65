import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { BackToLogin } from './back-to-login.tsx'
import { CreatePasswordForm } from './create-password-form.tsx'
import { handedOverWith } from './password-hand-over.ts'

/**
 * Sets a password with the token in the address: from a mail, from the login page when the old one must go, or from an
 * invitation.
 */
export function CreatePasswordPage() {
  const { token = '' } = useSearch({ strict: false })
  const [handedOver] = useState(() => handedOverWith(token))
  return (
    <>
      <CreatePasswordForm token={token} handedOver={handedOver} />
      <BackToLogin />
    </>
  )
}

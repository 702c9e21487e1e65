import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { BackToLogin } from './back-to-login.tsx'
import { CreatePasswordForm } from './create-password-form.tsx'
import { takeHandedOverEmail } from './password-hand-over.ts'

/** Sets a new password with the token in the address: from a mail, or from the login page when the old one must go. */
export function CreatePasswordPage() {
  const { token = '' } = useSearch({ strict: false })
  const [handedOver] = useState(takeHandedOverEmail)
  return (
    <>
      <CreatePasswordForm token={token} email={handedOver} />
      <BackToLogin />
    </>
  )
}

import { Navigate, useParams } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { InviteCodeForm } from './invite-code-form.tsx'
import { InviteLookUp } from './invite-look-up.tsx'

/** Where patients come who were invited: by the link of a mail, which holds the code, or to enter it. */
export function PatientRegistrationPage() {
  const { id } = useParams({ strict: false })
  if (id === undefined) return <InviteCodeForm />
  return <InviteLookUp text={id}>{(_, code) => <Navigate {...paths.accountSetup(code)} replace />}</InviteLookUp>
}

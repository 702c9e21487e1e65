import { useSearch } from '@tanstack/react-router'
import { AccountSetupForm } from './account-setup-form.tsx'
import { InviteLookUp } from './invite-look-up.tsx'

/** Where patients who were invited make their account; the address holds the code of the invite. */
export function AccountSetupPage() {
  const { newUser = '' } = useSearch({ strict: false })
  return (
    <InviteLookUp text={newUser}>{(invite, code) => <AccountSetupForm invite={invite} code={code} />}</InviteLookUp>
  )
}

import { setPassword, type PasswordToSet } from '../../contract/session/passwords.ts'
import { verifyInvitation } from '../../contract/session/registration.ts'
import { call } from '../api/client.ts'
import { isLinkInvalid } from './opening-link.tsx'

/**
 * Sets the password of the account that a link was sent to. A program that scans mail may have followed an `invitation`
 * after its person did, which replaced the token: then a fresh one is asked for. Throws as `call` does.
 */
export async function setPasswordByLink(body: PasswordToSet, invitation?: string): Promise<void> {
  try {
    await call(setPassword, { body, errors: 'caller' })
  } catch (error) {
    const token = isLinkInvalid(error) && invitation !== undefined ? await freshTokenOf(invitation) : undefined
    if (token === undefined) throw error
    await setPasswordByLink({ ...body, token })
  }
}

/** Asks for the token that an invitation's link stands for now; undefined also when the invitation does not work any more. */
async function freshTokenOf(invitation: string): Promise<string | undefined> {
  return await call(verifyInvitation, { query: { id: invitation }, errors: 'caller' }).then(
    ({ data }) => data.token,
    () => undefined,
  )
}

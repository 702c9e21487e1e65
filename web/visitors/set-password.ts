import { setPassword, type PasswordToSet } from '../../contract/session/passwords.ts'
import { verifyInvitation } from '../../contract/session/registration.ts'
import { call } from '../api/client.ts'
import { isLinkInvalid } from './opening-link.tsx'

/**
 * Sets the password of an account by a mailed link. A program that scans emails may have followed the link of an
 * `invitation` after the person did, which replaces the token; then a fresh one is requested. Throws as `call` does.
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

/** Requests the present token of an invitation's link; undefined if the invitation is no longer valid. */
async function freshTokenOf(invitation: string): Promise<string | undefined> {
  return await call(verifyInvitation, { query: { id: invitation }, errors: 'caller' }).then(
    ({ data }) => data.token,
    () => undefined,
  )
}

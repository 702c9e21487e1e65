import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { email } from '../rules/name-and-email.ts'
import { newPassword } from '../rules/password.ts'
import { linkText } from '../schema.ts'

const linkToken = linkText()

export const passwordResetRequest = z.strictObject({ email })

/** Sends a link to a new password by email. The reply is the same whether or not the email has an account. */
export const requestPasswordReset = endpoint('requestPasswordReset', 'POST /password-resets', {
  summary: 'Ask for a mail with a link to a new password',
  requires: 'anyone',
  body: passwordResetRequest,
  replies: { 204: null },
  audit: 'password.reset-requested',
})

export const emailWithPassword = z.strictObject({ email, password: newPassword })

/** The form's fields with the token of the link that led to it. */
const passwordToSet = z.extend(emailWithPassword, { token: linkToken })
export type PasswordToSet = z.infer<typeof passwordToSet>

/**
 * Sets the password of the account to which a link was sent, including the link of a registration; ends all its
 * sessions and the link. 404 `link-invalid` for a link that is unknown, used, replaced or expired, or belongs to
 * another email: the same reply for all of them.
 */
export const setPassword = endpoint('setPassword', 'PUT /passwords', {
  summary: 'Set a new password with the token of a link',
  requires: 'anyone',
  body: passwordToSet,
  replies: { 204: null },
  audit: 'password.set',
})

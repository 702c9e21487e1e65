import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { chosenName } from '../rules/chosen-name.ts'
import { dateOfBirth } from '../rules/date-of-birth.ts'
import { email } from '../rules/email.ts'
import { languages } from '../rules/formats.ts'
import { newPassword } from '../rules/password.ts'
import { typedPhone } from '../rules/phone.ts'
import { countries } from '../rules/postcode.ts'
import { dataOf, rule } from '../schema.ts'

/** What the form of `/self-registration` sends. The country is one of the tenant's. */
export const selfRegistration = z.strictObject({
  fullName: chosenName,
  email,
  password: newPassword,
  dateOfBirth,
  country: z.enum(countries),
  mobile: z.optional(z.nullable(typedPhone)),
  lang: z.enum(languages),
  termsAccepted: z.boolean().check(rule('terms', (isAccepted) => isAccepted)),
})
export type SelfRegistration = z.infer<typeof selfRegistration>

const emailOf = dataOf(z.strictObject({ email: z.string() }))

/**
 * Creates a patient who must verify their email before the first login. The reply is the same when the email has an
 * account: its owner is told by mail. 403 `self-registration-disabled` where the tenant does not want it.
 */
export const selfRegister = endpoint({
  name: 'selfRegister',
  method: 'POST',
  path: '/self-registration-user-create',
  summary: 'Register as a patient',
  requires: 'anyone',
  body: selfRegistration,
  replies: { 201: emailOf },
  audit: 'user.self-registered',
})

/** What a link of a mail carries. Its form is not judged: a mangled link is answered as an unknown one. */
const link = z.strictObject({ id: z.string() })

/**
 * Verifies the email that a link was sent to. Programs that scan mail fetch links, perhaps more than once, so the link
 * works until its time is over and every call answers the same. 404 `link-invalid` for any other.
 */
export const verifyRegistration = endpoint({
  name: 'verifyRegistration',
  method: 'GET',
  path: '/verify-new-self-registration',
  summary: 'Verify the email of a registration',
  requires: 'anyone',
  query: link,
  replies: { 200: emailOf },
  audit: 'user.email-verified',
})

/** As `verifyRegistration`, for somebody who has changed their email: the new one takes the place of the old. */
export const verifyEmail = endpoint({
  name: 'verifyEmail',
  method: 'GET',
  path: '/verify',
  summary: 'Verify a changed email',
  requires: 'anyone',
  query: link,
  replies: { 200: emailOf },
  audit: 'user.email-verified',
})

/**
 * Opens the link of a staff invitation: answers a token for `PUT /passwords` and the email that it belongs to. The link
 * works until the password is set, and each call answers a fresh token; the newest one counts. 404 `link-invalid` for a
 * link that is unknown, used, replaced or expired, and while its user is suspended; 429 for one that is opened all the time.
 */
export const verifyInvitation = endpoint({
  name: 'verifyInvitation',
  method: 'GET',
  path: '/verify-new',
  summary: 'Open the link of a staff invitation',
  requires: 'anyone',
  query: link,
  replies: { 200: dataOf(z.strictObject({ token: z.string(), email: z.string() })) },
  audit: 'invitation.opened',
})

/** Whose mail is to be sent again. */
export const verificationRequest = z.strictObject({ email })

/** Sends the mail to verify an email again. The reply is the same whether or not there is something to verify. */
export const requestVerification = endpoint({
  name: 'requestVerification',
  method: 'POST',
  path: '/verification-emails',
  summary: 'Ask for the mail to verify an email again',
  requires: 'anyone',
  body: verificationRequest,
  replies: { 204: null },
  audit: 'verification.requested',
})

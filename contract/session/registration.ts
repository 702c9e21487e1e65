import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { chosenName, email } from '../rules/name-and-email.ts'
import { dateOfBirth } from '../rules/dates.ts'
import { languages } from '../rules/formats.ts'
import { givenPassword, newPassword } from '../rules/password.ts'
import { countries, typedPhone } from '../rules/phone-and-postcode.ts'
import { dataOf, linkText, rule } from '../schema.ts'

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

const link = z.strictObject({ id: linkText() })

/**
 * What a link asks to be confirmed: an email, and the name of the account that it is for. `needs` is what that takes:
 * `click` in the browser that registered or asked for the new email, the account's `password` in another, and `nothing`
 * once it is verified.
 */
const openedLink = z.strictObject({
  email: z.string(),
  fullName: z.string(),
  needs: z.enum(['nothing', 'click', 'password']),
})
export type OpenedLink = z.infer<typeof openedLink>

/** A link, and the account's password where it is asked for. It is not judged: it may break today's rule. */
export const confirmation = z.strictObject({
  id: linkText(),
  password: z.optional(givenPassword),
})

/**
 * Opens the link of a registration and changes nothing: programs that scan mail open links, too, and run their scripts.
 * It can be opened until its time is over, and every call answers the same. 404 `link-invalid` for any other.
 */
export const openRegistrationLink = endpoint({
  name: 'openRegistrationLink',
  method: 'GET',
  path: '/verify-new-self-registration',
  summary: 'What the link of a registration is about',
  requires: 'anyone',
  query: link,
  replies: { 200: dataOf(openedLink) },
})

/**
 * Verifies the email of a registration, when whoever confirms it is who registered; changes nothing when it is verified
 * already. Who does not know the password sets another one with the link (`PUT /passwords`), which verifies the email as
 * well. 422 at `password` when it is wrong, or missing in another browser; 404 `link-invalid` as above; 429 as of logins.
 */
export const verifyRegistration = endpoint({
  name: 'verifyRegistration',
  method: 'POST',
  path: '/verify-new-self-registration',
  summary: 'Verify the email of a registration',
  requires: 'anyone',
  body: confirmation,
  replies: { 200: emailOf },
  audit: 'user.email-verified',
})

/** Opens the link to a new email as `openRegistrationLink` opens that of a registration, and changes nothing. */
export const openEmailLink = endpoint({
  name: 'openEmailLink',
  method: 'GET',
  path: '/verify',
  summary: 'What the link to a changed email is about',
  requires: 'anyone',
  query: link,
  replies: { 200: dataOf(openedLink) },
})

/**
 * Puts a new email in the place of the old one, on the same proof as `verifyRegistration`. There is no other way without
 * the password: whoever gets a mistyped address must not get the account.
 */
export const verifyEmail = endpoint({
  name: 'verifyEmail',
  method: 'POST',
  path: '/verify',
  summary: 'Verify a changed email',
  requires: 'anyone',
  body: confirmation,
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

/** The email whose mail is to be sent again. */
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

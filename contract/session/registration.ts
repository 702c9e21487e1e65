import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { chosenName, email } from '../rules/name-and-email.ts'
import { dateOfBirth } from '../rules/dates.ts'
import { languages } from '../locales.ts'
import { givenPassword, newPassword } from '../rules/password.ts'
import { countries } from '../rules/countries.ts'
import { typedPhone } from '../rules/phone-and-postcode.ts'
import { dataOf, linkText, rule } from '../schema.ts'

/** The body of the form of `/self-registration`. The country must be one of the tenant's. */
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
 * Creates a patient who must verify their email before the first login. If the email has an account, the reply is the
 * same, and its owner is notified by email. 403 `self-registration-disabled` if the tenant does not allow it.
 */
export const selfRegister = endpoint('selfRegister', 'POST /self-registration-user-create', {
  summary: 'Register as a patient',
  requires: 'anyone',
  body: selfRegistration,
  replies: { 201: emailOf },
  audit: 'user.self-registered',
})

const link = z.strictObject({ id: linkText() })

/**
 * The content of a link to be confirmed: an email, and the name of its account. `needs` is the required confirmation:
 * `click` in the browser that registered or asked for the new email, the account's `password` in another, and `nothing`
 * once it is verified.
 */
const openedLink = z.strictObject({
  email: z.string(),
  fullName: z.string(),
  needs: z.enum(['nothing', 'click', 'password']),
})
export type OpenedLink = z.infer<typeof openedLink>

/**
 * A link, and the account's password if required. The password is not checked against today's rule, which it may break.
 */
export const confirmation = z.strictObject({
  id: linkText(),
  password: z.optional(givenPassword),
})

/**
 * Opens the link of a registration and changes nothing, because programs that scan emails open links, too, and run
 * their scripts. It can be opened repeatedly until it expires, with the same reply. 404 `link-invalid` for any other.
 */
export const openRegistrationLink = endpoint('openRegistrationLink', 'GET /verify-new-self-registration', {
  summary: 'What the link of a registration is about',
  requires: 'anyone',
  query: link,
  replies: { 200: dataOf(openedLink) },
})

/**
 * Verifies the email of a registration if the person confirming it is the one who registered; changes nothing if it is
 * already verified. A person who does not know the password sets another one with the link (`PUT /passwords`), which
 * verifies the email as well. 422 at `password` if it is wrong, or missing in another browser; 404 `link-invalid` as
 * for `openRegistrationLink`; 429 as for logins.
 */
export const verifyRegistration = endpoint('verifyRegistration', 'POST /verify-new-self-registration', {
  summary: 'Verify the email of a registration',
  requires: 'anyone',
  body: confirmation,
  replies: { 200: emailOf },
  audit: 'user.email-verified',
})

/** Opens the link to a new email, like `openRegistrationLink`, and changes nothing. */
export const openEmailLink = endpoint('openEmailLink', 'GET /verify', {
  summary: 'What the link to a changed email is about',
  requires: 'anyone',
  query: link,
  replies: { 200: dataOf(openedLink) },
})

/**
 * Replaces the email with the new one, with the same confirmation as `verifyRegistration`. There is no way without the
 * password, because the owner of a mistyped address must not get the account.
 */
export const verifyEmail = endpoint('verifyEmail', 'POST /verify', {
  summary: 'Verify a changed email',
  requires: 'anyone',
  body: confirmation,
  replies: { 200: emailOf },
  audit: 'user.email-verified',
})

/**
 * Opens the link of a staff invitation: returns a token for `PUT /passwords` and its email. The link works until the
 * password is set, and each call returns a fresh token; only the newest one is valid. 404 `link-invalid` for a link
 * that is unknown, used, replaced or expired, and while its user is suspended; 429 if it is opened too often.
 */
export const verifyInvitation = endpoint('verifyInvitation', 'GET /verify-new', {
  summary: 'Open the link of a staff invitation',
  requires: 'anyone',
  query: link,
  replies: { 200: dataOf(z.strictObject({ token: z.string(), email: z.string() })) },
  audit: 'invitation.opened',
})

/** The email for which the message is to be sent again. */
export const verificationRequest = z.strictObject({ email })

/** Sends the verification email again. The reply is the same whether or not there is something to verify. */
export const requestVerification = endpoint('requestVerification', 'POST /verification-emails', {
  summary: 'Ask for the mail to verify an email again',
  requires: 'anyone',
  body: verificationRequest,
  replies: { 204: null },
  audit: 'verification.requested',
})

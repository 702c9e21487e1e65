import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { user } from '../own-account/user.ts'
import { addressText } from '../rules/name-and-email.ts'
import { givenPassword } from '../rules/password.ts'
import { dataOf } from '../schema.ts'

/**
 * The body of the login form. Lengths are limited, but content is not checked, because an old password may break
 * today's rule.
 */
export const credentials = z.strictObject({
  username: addressText.check(z.minLength(1)),
  password: givenPassword,
})
export type Credentials = z.infer<typeof credentials>

/** Starts an anonymous session and sets the readable `XSRF-TOKEN` cookie, as Laravel Sanctum's clients expect. */
export const startSession = endpoint('startSession', 'GET /sanctum/csrf-cookie', {
  summary: 'Start an anonymous session and receive the XSRF-TOKEN cookie',
  requires: 'anyone',
  whenEntered: 'own',
  replies: { 204: null },
})

export const login = endpoint('login', 'POST /login', {
  summary: 'Log in with email and password',
  requires: 'anyone',
  whenEntered: 'own',
  body: credentials,
  replies: { 200: dataOf(user) },
  audit: 'session.login',
})

/** Ends the session. Answers 204 without one, too, because logging out twice is not an error. */
export const logout = endpoint('logout', 'POST /logout', {
  summary: 'Log out',
  requires: 'anyone',
  whenEntered: 'own',
  replies: { 204: null },
  audit: 'session.logout',
})

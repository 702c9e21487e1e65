import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { languages } from '../rules/formats.ts'
import { dataOf } from '../schema.ts'
import { user } from './user.ts'

export const getMyDetails = endpoint({
  name: 'getMyDetails',
  method: 'GET',
  path: '/users/my-details',
  summary: 'The logged-in user',
  requires: 'logged-in',
  replies: { 200: dataOf(user) },
})

/** The language of the user's screens, messages and mails. The last choice wins, so no version is asked for. */
export const updateMyLang = endpoint({
  name: 'updateMyLang',
  method: 'PUT',
  path: '/users/my-details/lang',
  summary: 'Change my language',
  requires: 'logged-in',
  body: z.strictObject({ lang: z.enum(languages) }),
  replies: { 200: dataOf(user) },
  audit: 'user.lang',
})

/** Accepts the terms in force (spec §2: until then only the dashboard and the policy pages are open). */
export const acceptTerms = endpoint({
  name: 'acceptTerms',
  method: 'PUT',
  path: '/users/my-details/terms',
  summary: 'Accept the end-user licence agreement',
  requires: 'logged-in',
  body: z.strictObject({ accepted: z.literal(true) }),
  replies: { 200: dataOf(user) },
  audit: 'user.terms',
})

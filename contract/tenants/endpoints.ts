import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, id } from '../schema.ts'
import { preferences } from './preferences.ts'

export const getTenantId = endpoint('getTenantId', 'GET /tenants/get-id', {
  summary: 'The id of the tenant at this host',
  requires: 'anyone',
  whenEntered: 'surroundings',
  replies: { 200: z.strictObject({ id }) },
})

export const getSitePreferences = endpoint('getSitePreferences', 'GET /get-site-preferences', {
  summary: 'What a visitor may see of the tenant at this host',
  requires: 'anyone',
  whenEntered: 'surroundings',
  replies: { 200: dataOf(preferences) },
})

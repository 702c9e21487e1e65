/** A change must name the version that was seen, from the `ETag`: 428 without it, 412 if it is outdated. */
export const ifMatch = {
  'if-match': { required: true, description: 'The version that is changed, from the ETag of its reply' },
} as const

/**
 * A change that names its resulting state is safe to repeat and may omit the version: 412 if it is sent and outdated.
 */
export const ifMatchOptional = {
  'if-match': { required: false, description: 'The version that is changed, to be refused when it is stale' },
} as const

/**
 * The reply header with the version of the tenant at the request's host, so that browsers learn of changed preferences
 * without extra requests.
 */
export const tenantVersionHeader = 'x-tenant-version'

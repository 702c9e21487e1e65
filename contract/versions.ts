/** A change of what somebody saw names the version that they saw, as the `ETag` said: 428 without it, 412 when it is stale. */
export const ifMatch = {
  'if-match': { required: true, description: 'The version that is changed, from the ETag of its reply' },
} as const

/** A change that names the state it leads to is safe to repeat and may leave the version out: 412 when it is sent and stale. */
export const ifMatchOptional = {
  'if-match': { required: false, description: 'The version that is changed, to be refused when it is stale' },
} as const

/** Every reply says the version of the tenant at its host, so that a browser learns of changed preferences for nothing. */
export const tenantVersionHeader = 'x-tenant-version'

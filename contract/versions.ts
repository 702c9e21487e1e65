/** For changes of what somebody saw: the version they saw, as the `ETag` said. 428 without it, 412 when it is stale. */
export const ifMatch = {
  'if-match': { required: true, description: 'The version that is changed, from the ETag of its reply' },
} as const

/** For changes that name the state they lead to, and are safe to repeat. 412 when it is sent and stale. */
export const ifMatchOptional = {
  'if-match': { required: false, description: 'The version that is changed, to be refused when it is stale' },
} as const

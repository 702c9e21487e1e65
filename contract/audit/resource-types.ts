/** What an event can be about. Each type is named after its table and its path, in the singular. */
export const resourceTypes = [
  'assay',
  'assay-picture',
  'audit-event',
  'device-image',
  'group',
  'invite',
  'operator-entry',
  'operator-request',
  'organisation',
  'subject',
  'tenant',
  'test-record',
  'test-run',
  'user',
] as const
export type ResourceType = (typeof resourceTypes)[number]

/** What an event can be about. Each type is named after its table and its path, in the singular. */
export const resourceTypes = [
  'api-token',
  'assay',
  'assay-picture',
  'audit-event',
  'device-image',
  'group',
  'import',
  'invite',
  'notification',
  'notification-report',
  'notification-rule',
  'operator-entry',
  'operator-request',
  'organisation',
  'outbreak',
  'round',
  'subject',
  'tenant',
  'test-record',
  'test-run',
  'test-set',
  'testing-algorithm',
  'user',
  'webhook',
] as const
export type ResourceType = (typeof resourceTypes)[number]

/**
 * What else is known of each type: `name` is true if columns of its table name a row in the trail, and `search` is the
 * kind under which the search for everything finds it. Otherwise each is the reason why not. The compiler then asks for
 * the name, and for the results.
 */
interface Resources {
  'api-token': { name: 'its account among the users has its name'; search: 'one page shows all tokens' }
  assay: { name: true; search: 'assays' }
  'assay-picture': { name: 'it belongs to a test kit'; search: 'it belongs to a test kit' }
  'audit-event': { name: 'its action tells what it is'; search: 'the trail has filters of its own' }
  'device-image': { name: 'it belongs to a test'; search: 'it belongs to a test' }
  group: { name: true; search: 'groups' }
  import: { name: 'the name of its file may be that of a person'; search: 'it is gone after a week' }
  invite: { name: 'it would be the email of a patient'; search: 'it ends when it is redeemed' }
  notification: { name: 'its record has a test ID'; search: 'one page shows all that is to be told' }
  'notification-report': { name: 'its time tells it from others'; search: 'one page shows all reports' }
  'notification-rule': { name: 'one page shows all rules'; search: 'one page shows all rules' }
  'operator-entry': { name: 'only its time tells it from others'; search: 'there are few' }
  'operator-request': { name: 'only its time tells it from others'; search: 'there are few' }
  organisation: { name: true; search: 'organisations' }
  outbreak: { name: 'its group and its time tell it from others'; search: 'one page shows all outbreaks' }
  round: { name: true; search: 'one page shows all rounds' }
  subject: { name: 'it depends on what the reader may see of a person'; search: 'subjects' }
  tenant: { name: 'the trail is that of one tenant'; search: 'tenants' }
  'test-record': { name: true; search: 'tests' }
  'test-run': { name: 'a test in progress has no test ID yet'; search: 'one page shows all tests in progress' }
  'test-set': { name: 'its tests and its time tell it from others'; search: 'the tests in it are found' }
  'testing-algorithm': { name: 'one page shows all algorithms'; search: 'one page shows all algorithms' }
  user: { name: true; search: 'users' }
  webhook: { name: 'its address may hold a secret'; search: 'one page shows all webhooks' }
}

/** The types whose rows the trail names by columns of their table. */
export type NamedResource = { [T in ResourceType]: Resources[T]['name'] extends true ? T : never }[ResourceType]

/** The types that the search for everything finds. */
type SearchedResource = {
  [T in ResourceType]: Resources[T]['search'] extends `${string} ${string}` ? never : T
}[ResourceType]

/** The kinds of results of the search for everything that are rows of a type. */
export type SearchedKind = Resources[SearchedResource]['search']

import { allBut, next, ofTheTenant, type Walks } from '../testing/noun-walks.ts'

/** A valid rule that is off. */
export function aRule(name = `Rule ${next()}`) {
  return {
    name,
    authority: 'UKHSA',
    contact: null,
    organisationIds: [] as string[],
    groupIds: [] as string[],
    analytes: [] as { name: string; loinc: string | null; snomed: string | null }[],
    results: ['positive'],
    withinHours: 24,
    needed: [] as string[],
    format: 'csv',
    way: 'download',
    isOn: false,
  }
}

export const walks: Walks = {
  calls: {
    listNotifications: () => ({ query: { per_page: '100' } }),
    countNotifications: () => ({}),
    getNotification: ({ notificationId }) => ({ params: { id: notificationId } }),
    listRecordNotifications: ({ recordId }) => ({ params: { id: recordId } }),
    acknowledgeNotification: ({ notificationId }) => ({
      params: { id: notificationId },
      body: { reason: 'By telephone' },
    }),
    rejectNotification: ({ toldNotificationId }) => ({
      params: { id: toldNotificationId },
      body: { reason: 'The postcode is missing' },
    }),
    listNotificationRules: () => ({ query: { per_page: '100' } }),
    getNotificationRule: ({ notificationRuleId }) => ({ params: { id: notificationRuleId } }),
    createNotificationRule: ({ organisationId }) => ({
      body: { ...aRule(), organisationIds: [organisationId] },
      headers: { 'idempotency-key': `walk-${next()}` },
    }),
    changeNotificationRule: ({ notificationRuleId, organisationId }) => ({
      params: { id: notificationRuleId },
      body: { ...aRule('As it was'), organisationIds: [organisationId], isOn: true },
    }),
    listNotificationRuleVersions: ({ notificationRuleId }) => ({ params: { id: notificationRuleId } }),
    lookBack: ({ notificationRuleId }) => ({ params: { id: notificationRuleId }, body: { days: 1 } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    listNotifications: [401, 200, 200, 200, 200, 200, 403, 403],
    countNotifications: [401, 200, 200, 200, 200, 200, 403, 403],
    getNotification: [401, 404, 200, 200, 200, 200, 403, 403],
    listRecordNotifications: [401, 404, 200, 200, 200, 200, 403, 403],
    acknowledgeNotification: [401, 404, 200, 200, 200, 200, 403, 403],
    rejectNotification: [401, 404, 200, 200, 200, 200, 403, 403],
    listNotificationRules: [401, 403, 200, 403, 403, 403, 403, 403],
    getNotificationRule: [401, 403, 200, 403, 403, 403, 403, 403],
    createNotificationRule: [401, 403, 201, 403, 403, 403, 403, 403],
    changeNotificationRule: [401, 403, 200, 403, 403, 403, 403, 403],
    listNotificationRuleVersions: [401, 403, 200, 403, 403, 403, 403, 403],
    lookBack: [401, 403, 200, 403, 403, 403, 403, 403],
  },
  refusedTypes: {
    listNotifications: ['patient'],
    countNotifications: ['patient'],
    getNotification: ['patient'],
    listRecordNotifications: ['patient'],
    acknowledgeNotification: ['patient'],
    rejectNotification: ['patient'],
    listNotificationRules: allBut('tenant'),
    getNotificationRule: allBut('tenant'),
    createNotificationRule: allBut('tenant'),
    changeNotificationRule: allBut('tenant'),
    listNotificationRuleVersions: allBut('tenant'),
    lookBack: allBut('tenant'),
  },
  notOfPlaces: [
    'listNotificationRules',
    'getNotificationRule',
    'createNotificationRule',
    'changeNotificationRule',
    'listNotificationRuleVersions',
    'lookBack',
  ],
  namesNothing: {
    listNotifications: 'lists what its caller sees, and is asked for nothing',
    countNotifications: 'counts what its caller sees, and is asked for nothing',
    listNotificationRules: ofTheTenant,
  },
}

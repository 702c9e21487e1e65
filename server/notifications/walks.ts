import { mailboxCodeOfPlace, neededOfPlace } from '../testing/place-notifications.ts'
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
    // What the walks close is of nobody, so that each caller finds the same things to tell.
    closeNotifications: () => ({
      body: { how: 'told', reason: 'By telephone', ids: ['01a00000-0000-7000-8000-000000000000'] },
    }),
    listNotificationRules: () => ({ query: { per_page: '100' } }),
    getNotificationRule: ({ notificationRuleId }) => ({ params: { id: notificationRuleId } }),
    createNotificationRule: ({ organisationId }) => ({
      body: { ...aRule(), organisationIds: [organisationId] },
      headers: { 'idempotency-key': `walk-${next()}` },
    }),
    changeNotificationRule: ({ notificationRuleId, organisationId }) => ({
      params: { id: notificationRuleId },
      // What it needs stays, so that no notification becomes ready by the walk.
      body: { ...aRule('As it was'), organisationIds: [organisationId], needed: neededOfPlace, isOn: true },
    }),
    listNotificationRuleVersions: ({ notificationRuleId }) => ({ params: { id: notificationRuleId } }),
    getNotificationSending: ({ notificationRuleId }) => ({ params: { id: notificationRuleId } }),
    enterMailboxCode: ({ notificationRuleId }) => ({
      params: { id: notificationRuleId },
      body: { code: mailboxCodeOfPlace },
    }),
    changeNotificationSending: ({ notificationRuleId }) => ({
      params: { id: notificationRuleId },
      body: { columns: [{ header: `Test ${next()}`, field: 'testId' }], hl7: {} },
    }),
    listNotificationReports: () => ({ query: { per_page: '100' } }),
    getNotificationReport: ({ reportId }) => ({ params: { id: reportId } }),
    openNotificationReport: ({ reportId }) => ({ params: { id: reportId } }),
    // Nothing of the rule is ready, so that each caller is answered alike: nothing is made.
    makeNotificationReport: ({ notificationRuleId }) => ({ body: { ruleId: notificationRuleId } }),
    sendNotificationReportAgain: ({ reportId }) => ({ params: { id: reportId } }),
    retryNotificationReport: ({ reportId }) => ({ params: { id: reportId } }),
    withdrawNotificationReport: ({ failingReportId }) => ({ params: { id: failingReportId } }),
    lookBack: ({ notificationRuleId }) => ({ params: { id: notificationRuleId }, body: { days: 1 } }),
    foreseeLookBack: ({ notificationRuleId }) => ({ params: { id: notificationRuleId }, query: { days: '1' } }),
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
    closeNotifications: [401, 200, 200, 200, 200, 200, 403, 403],
    listNotificationRules: [401, 403, 200, 403, 403, 403, 403, 403],
    getNotificationRule: [401, 403, 200, 403, 403, 403, 403, 403],
    createNotificationRule: [401, 403, 201, 403, 403, 403, 403, 403],
    changeNotificationRule: [401, 403, 200, 403, 403, 403, 403, 403],
    listNotificationRuleVersions: [401, 403, 200, 403, 403, 403, 403, 403],
    getNotificationSending: [401, 403, 200, 403, 403, 403, 403, 403],
    enterMailboxCode: [401, 403, 200, 403, 403, 403, 403, 403],
    changeNotificationSending: [401, 403, 200, 403, 403, 403, 403, 403],
    listNotificationReports: [401, 200, 200, 200, 200, 200, 403, 403],
    getNotificationReport: [401, 404, 200, 200, 200, 200, 403, 403],
    openNotificationReport: [401, 404, 200, 200, 200, 200, 403, 403],
    makeNotificationReport: [401, 200, 200, 200, 200, 200, 403, 403],
    // The administrator's own change of how it is sent leaves no server for those who come later.
    sendNotificationReportAgain: [401, 404, 201, 409, 409, 409, 403, 403],
    retryNotificationReport: [401, 404, 200, 200, 200, 200, 403, 403],
    withdrawNotificationReport: [401, 404, 200, 200, 200, 200, 403, 403],
    lookBack: [401, 403, 200, 403, 403, 403, 403, 403],
    foreseeLookBack: [401, 403, 200, 403, 403, 403, 403, 403],
  },
  refusedTypes: {
    listNotifications: ['patient'],
    countNotifications: ['patient'],
    getNotification: ['patient'],
    listRecordNotifications: ['patient'],
    acknowledgeNotification: ['patient'],
    rejectNotification: ['patient'],
    closeNotifications: ['patient'],
    listNotificationRules: allBut('tenant'),
    getNotificationRule: allBut('tenant'),
    createNotificationRule: allBut('tenant'),
    changeNotificationRule: allBut('tenant'),
    listNotificationRuleVersions: allBut('tenant'),
    getNotificationSending: allBut('tenant'),
    enterMailboxCode: allBut('tenant'),
    changeNotificationSending: allBut('tenant'),
    listNotificationReports: ['patient'],
    getNotificationReport: ['patient'],
    openNotificationReport: ['patient'],
    makeNotificationReport: ['patient'],
    sendNotificationReportAgain: ['patient'],
    retryNotificationReport: ['patient'],
    withdrawNotificationReport: ['patient'],
    lookBack: allBut('tenant'),
    foreseeLookBack: allBut('tenant'),
  },
  notOfPlaces: [
    'listNotificationRules',
    'getNotificationRule',
    'createNotificationRule',
    'changeNotificationRule',
    'listNotificationRuleVersions',
    'lookBack',
    'foreseeLookBack',
    'getNotificationSending',
    'enterMailboxCode',
    'changeNotificationSending',
    'makeNotificationReport',
  ],
  namesNothing: {
    listNotifications: 'lists what its caller sees, and is asked for nothing',
    closeNotifications: 'leaves what its caller does not see, and tells nothing of it',
    countNotifications: 'counts what its caller sees, and is asked for nothing',
    listNotificationRules: ofTheTenant,
    listNotificationReports: 'lists what its caller sees, and is asked for nothing',
  },
}

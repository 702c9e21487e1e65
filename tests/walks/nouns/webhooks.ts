import { allBut, next, ofTheTenant, type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    listWebhooks: () => ({ query: { per_page: '100' } }),
    getWebhook: ({ webhookId }) => ({ params: { id: webhookId } }),
    createWebhook: () => ({
      body: { url: `https://hooks.example.org/${next()}`, kinds: ['test_record.recorded'], withContent: false },
    }),
    rotateWebhook: ({ webhookId }) => ({ params: { id: webhookId } }),
    resumeWebhook: ({ webhookId }) => ({ params: { id: webhookId } }),
    revokeWebhook: ({ webhookId }) => ({ params: { id: webhookId } }),
    testWebhook: ({ webhookId }) => ({ params: { id: webhookId } }),
    listWebhookAttempts: ({ webhookId }) => ({ params: { id: webhookId } }),
    resendWebhook: ({ webhookAttemptId }) => ({ params: { id: webhookAttemptId } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                        vis. unl. ten. org. gro. pro. cli. pat.
    listWebhooks: [401, 403, 200, 403, 403, 403, 403, 403],
    getWebhook: [401, 403, 200, 403, 403, 403, 403, 403],
    createWebhook: [401, 403, 201, 403, 403, 403, 403, 403],
    rotateWebhook: [401, 403, 200, 403, 403, 403, 403, 403],
    resumeWebhook: [401, 403, 200, 403, 403, 403, 403, 403],
    revokeWebhook: [401, 403, 200, 403, 403, 403, 403, 403],
    testWebhook: [401, 403, 200, 403, 403, 403, 403, 403],
    listWebhookAttempts: [401, 403, 200, 403, 403, 403, 403, 403],
    resendWebhook: [401, 403, 200, 403, 403, 403, 403, 403],
  },
  refusedTypes: {
    listWebhooks: allBut('tenant'),
    getWebhook: allBut('tenant'),
    createWebhook: allBut('tenant'),
    rotateWebhook: allBut('tenant'),
    resumeWebhook: allBut('tenant'),
    revokeWebhook: allBut('tenant'),
    testWebhook: allBut('tenant'),
    listWebhookAttempts: allBut('tenant'),
    resendWebhook: allBut('tenant'),
  },
  notOfPlaces: [
    'listWebhooks',
    'getWebhook',
    'createWebhook',
    'rotateWebhook',
    'resumeWebhook',
    'revokeWebhook',
    'testWebhook',
    'listWebhookAttempts',
    'resendWebhook',
  ],
  namesNothing: { listWebhooks: ofTheTenant, createWebhook: ofTheTenant },
}

import { useMutation } from '@tanstack/react-query'
import {
  createWebhook,
  getWebhook,
  listWebhookAttempts,
  listWebhooks,
  resendWebhook,
  resumeWebhook,
  revokeWebhook,
  rotateWebhook,
  testWebhook,
  type WebhookAttempt,
} from '../../contract/webhooks/endpoints.ts'
import { call } from '../api/client.ts'
import { failureWords } from '../api/failure-words.ts'
import { queryOf, useShownAnew } from '../api/query.ts'
import { useCreation, useRowAction } from '../editing/row-changes.ts'
import { t } from '../ui/phrases.ts'
import { showMessage } from '../ui/snackbar-store.ts'

export function webhooksQuery(cursor: string | undefined) {
  return queryOf(listWebhooks, { query: { per_page: '10', ...(cursor && { cursor }) } })
}

export const webhookQuery = (id: string) => queryOf(getWebhook, { params: { id } })

export function attemptsQuery(id: string, cursor: string | undefined) {
  return queryOf(listWebhookAttempts, { params: { id }, query: { per_page: '10', ...(cursor && { cursor }) } })
}

const shownBy = [listWebhooks, getWebhook]

export const useCreateWebhook = () => useCreation(createWebhook, { shownBy })

export const useRevokeWebhook = (id: string) =>
  useRowAction(revokeWebhook, id, { done: () => ['webhooks:isRevoked'], shownBy })

export const useResumeWebhook = (id: string) =>
  useRowAction(resumeWebhook, id, { done: () => ['webhooks:resumed'], shownBy })

export const useRotateWebhook = (id: string) =>
  useRowAction(rotateWebhook, id, { done: () => ['webhooks:rotated'], shownBy })

export function useTestWebhook(id: string) {
  return useSending(async () => (await call(testWebhook, { params: { id }, errors: 'caller' })).data, {
    arrived: 'webhooks:tested',
    failed: 'webhooks:testFailed',
  })
}

export function useResendWebhook(attemptId: string) {
  return useSending(async () => (await call(resendWebhook, { params: { id: attemptId }, errors: 'caller' })).data, {
    arrived: 'webhooks:resent',
    failed: 'webhooks:resendFailed',
  })
}

/** Sends a message, and says whether it arrived. */
function useSending(
  send: () => Promise<WebhookAttempt>,
  words: { arrived: 'webhooks:tested' | 'webhooks:resent'; failed: 'webhooks:testFailed' | 'webhooks:resendFailed' },
) {
  return useMutation({
    mutationFn: send,
    onSuccess: ({ isDelivered }) =>
      isDelivered ? showMessage(t(words.arrived)) : showMessage(t(words.failed), 'danger'),
    onError: (error) => {
      const said = failureWords(error, { failed: 'shell:unknownError', refused: {}, hasFields: false })
      if (said !== undefined) showMessage(said, 'danger')
    },
    onSettled: useShownAnew([listWebhookAttempts, ...shownBy]),
  })
}

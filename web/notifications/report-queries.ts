import { useRouter } from '@tanstack/react-router'
import { countNotifications, listNotifications, listRecordNotifications } from '../../contract/notifications/items.ts'
import {
  confirmNotificationReport,
  listNotificationReports,
  makeNotificationReport,
  openNotificationReport,
  retryNotificationReport,
  sendNotificationReportAgain,
  withdrawNotificationReport,
  type NotificationReport,
} from '../../contract/notifications/reports.ts'
import {
  changeNotificationSending,
  enterMailboxCode,
  getNotificationSending,
} from '../../contract/notifications/sending.ts'
import { call } from '../api/client.ts'
import { queryOf, useShownAnew } from '../api/query.ts'
import { useChange, useRowAction } from '../editing/row-changes.ts'
import { useAction } from '../editing/use-action.ts'
import { paths } from '../paths.ts'
import { t } from '../ui/phrases.ts'
import { saveFile } from '../ui/save-file.ts'

export function reportsQuery(cursor: string | undefined) {
  return queryOf(listNotificationReports, { query: { per_page: '10', ...(cursor && { cursor }) } })
}

const shownBy = [listNotificationReports, listNotifications, countNotifications, listRecordNotifications]

/** What a report is to be of: all of a rule that is ready but some, or some. */
export interface Chosen {
  ruleId: string
  ids: readonly string[] | null
  except: readonly string[]
}

/** What a report is made into: a file or forms that somebody passes on by hand, or a file that Lateral sends. */
export function passingOf({ way, format }: Pick<NotificationReport, 'way' | 'format'>): 'file' | 'forms' | 'sent' {
  if (way !== 'download') return 'sent'
  return format === 'printed' ? 'forms' : 'file'
}

/** Makes a report of what is ready by a rule, saves its file if somebody passes it on, and says what is then left to do. */
export function useMakeReport() {
  const router = useRouter()
  return useAction({
    send: async ({ ruleId, ids, except }: Chosen) => {
      const body = { ruleId, ids: ids === null ? null : [...ids], except: [...except] }
      const { data } = await call(makeNotificationReport, { body, errors: 'caller' })
      if (data !== null && passingOf(data) === 'file') await saveReport(data.id)
      return data
    },
    done: (made) =>
      made === null
        ? ['notificationReports:make.nothing']
        : [
            `notificationReports:made.${passingOf(made)}`,
            { count: made.items, file: made.fileName, authority: made.authority },
          ],
    next: (made) =>
      made === null
        ? undefined
        : {
            word: t('notifications:seeReport'),
            href: router.buildLocation(paths.notificationReports()).href,
            follow: () => void router.navigate(paths.notificationReports()),
          },
    failed: 'notificationReports:make.failed',
    refused: { 409: 'notificationReports:make.impossible' },
    shownBy,
  })
}

async function saveReport(id: string): Promise<void> {
  const { data } = await call(openNotificationReport, { params: { id }, errors: 'caller' })
  saveFile(new Blob([data.content], { type: data.mediaType }), data.name)
}

/** Saves the file of a report once more, as it was made. One that waits to be sent by hand is left to whoever saves it. */
export function useSaveReport({ id, state, fileName: file, authority }: NotificationReport) {
  return useAction({
    send: () => saveReport(id),
    done: () =>
      state === 'made'
        ? ['notificationReports:made.file', { file, authority }]
        : ['notificationReports:saved', { name: file }],
    failed: 'notificationReports:save.failed',
    refused: { 404: 'notificationReports:save.gone' },
    shownBy,
  })
}

/** Returns a function that loads what stands on the printed forms of a report. */
export function useLoadForms(id: string) {
  const showAnew = useShownAnew(shownBy)
  return async (): Promise<string> => {
    const { data } = await call(openNotificationReport, { params: { id }, errors: 'caller' })
    showAnew()
    return data.content
  }
}

export function useSendAgain(id: string) {
  return useRowAction(sendNotificationReportAgain, id, {
    done: () => ['notificationReports:again.done'],
    failed: 'notificationReports:again.failed',
    shownBy,
  })
}

export function useRetryReport(id: string) {
  return useRowAction(retryNotificationReport, id, {
    done: () => ['notificationReports:retry.done'],
    failed: 'notificationReports:retry.failed',
    shownBy,
  })
}

/** Says that a report was sent by hand, with all that it tells. */
export function useConfirmReport(id: string) {
  return useRowAction(confirmNotificationReport, id, {
    done: () => ['notificationReports:confirm.updated'],
    failed: 'notificationReports:confirm.failed',
    refused: { 409: 'notificationReports:confirm.impossible' },
    shownBy,
  })
}

export function useWithdrawReport(id: string) {
  return useRowAction(withdrawNotificationReport, id, {
    done: () => ['notificationReports:withdraw.done'],
    failed: 'notificationReports:withdraw.failed',
    refused: { 409: 'notificationReports:withdraw.impossible' },
    shownBy,
  })
}

export const sendingQuery = (id: string) => queryOf(getNotificationSending, { params: { id } })

export const useChangeSending = (id: string) =>
  useChange(id, { get: getNotificationSending, update: changeNotificationSending, shownBy: [getNotificationSending] })

/** Returns a function that confirms the mailbox of a rule by a code, or without one has another code sent there. */
export function useEnterCode(id: string) {
  const showAnew = useShownAnew([getNotificationSending])
  return async (code: string | null) => {
    const { data } = await call(enterMailboxCode, { params: { id }, body: { code }, errors: 'caller' })
    showAnew()
    return data
  }
}

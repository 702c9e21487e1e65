import { IconMailForward } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { mailboxCode } from '../../contract/notifications/sending.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { useAction } from '../editing/use-action.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { useDates } from '../preferences/use-dates.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { Alert } from '../ui/alert.tsx'
import { useT } from '../ui/phrases.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { TextField } from '../ui/text-field.tsx'
import { useForm } from '../ui/use-form.ts'
import { sendingQuery, useEnterCode } from './report-queries.ts'
import * as styles from './rules.module.css'

/** Says whether the mailbox that reports of a rule go to is confirmed, and takes the code that confirms it. */
export function Mailbox({ id }: { id: string }) {
  const t = useT()
  const dates = useDates()
  const { data } = useQuery(sendingQuery(id))
  if (data === undefined) return null
  const { mail } = data.data
  if (mail === null) return <Alert tone="notice">{t('notificationReports:mailbox.none')}</Alert>
  const { address, confirmedAt } = mail
  if (confirmedAt !== null) {
    return (
      <p className={styles.intro}>
        {t('notificationReports:mailbox.confirmed', { address, time: dates.instant(confirmedAt) })}
      </p>
    )
  }
  return <Unconfirmed key={address} id={id} address={address} />
}

const nothing = { code: '' }

function Unconfirmed({ id, address }: { id: string; address: string }) {
  const t = useT()
  const enter = useEnterCode(id)
  const form = useForm({
    schema: mailboxCode,
    initial: nothing,
    labels: { code: t('notificationReports:mailbox.code') },
  })
  const submission = useSubmit(form, {
    failed: 'notificationReports:mailbox.failed',
    send: async ({ code }) => await enter(code),
    onDone: () => showMessage(t('notificationReports:mailbox.done')),
  })
  const again = useAction({
    send: async () => await enter(null),
    done: () => ['notificationReports:mailbox.againDone'],
    failed: 'notificationReports:mailbox.againFailed',
    shownBy: [],
  })
  return (
    <div className={styles.mailbox}>
      <Alert tone="notice">{t('notificationReports:mailbox.waiting', { address })}</Alert>
      <Form {...submission} label={t('notificationReports:mailbox.confirm')}>
        <TextField
          {...form.field('code')}
          label={t('notificationReports:mailbox.code')}
          autoComplete="one-time-code"
          translate="no"
        />
        <Button type="submit" variant="default" isPending={submission.isPending}>
          {t('notificationReports:mailbox.confirm')}
        </Button>
      </Form>
      <Actions>
        <Action
          icon={IconMailForward}
          word={t('notificationReports:mailbox.again')}
          isPending={again.isPending}
          onAct={() => again.mutate(undefined)}
        />
      </Actions>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useContext } from 'react'
import * as z from 'zod/mini'
import { closingWays, mostClosed, type ClosingWay } from '../../contract/notifications/items.ts'
import { text } from '../../contract/schema.ts'
import { FormPanel } from '../editing/form-panel.tsx'
import { NewForm } from '../editing/new-form.tsx'
import { useGoOn } from '../editing/use-go-on.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { useRowsPerPage } from '../lists/use-rows-per-page.ts'
import { inPlace, paths, type NotificationsSearch } from '../paths.ts'
import { ChoiceCards } from '../ui/choice-cards.tsx'
import { useT } from '../ui/phrases.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { TextField } from '../ui/text-field.tsx'
import { useForm } from '../ui/use-form.ts'
import { notificationsQuery, useClose } from './queries.ts'
import * as styles from './rules.module.css'
import { ChosenBelow, type Choice } from './use-choice.ts'

/** Closes what is chosen in the list below with one reason. */
export function CloseForm() {
  const t = useT()
  const search = useSearch({ from: '/logged-in/notifications/close' })
  const below = paths.notifications(search)
  const choice = useContext(ChosenBelow)
  const { perPage } = useRowsPerPage(search.perPage)
  // Later pages say how many there were when the first one was fetched.
  const total = useQuery(notificationsQuery({ ...search, perPage, cursor: undefined })).data?.page.total ?? 0
  const count = choice?.countOf(total) ?? 0
  return (
    <FormPanel title={t('shell:page.closeNotifications')} below={below}>
      {choice === undefined || count === 0 ? (
        <p className={styles.intro}>{t('notifications:closing.none')}</p>
      ) : (
        <Fields choice={choice} count={count} total={total} search={search} />
      )}
    </FormPanel>
  )
}

const closing = z.strictObject({ how: z.enum(closingWays), reason: text(255) })

type Typed = { how: ClosingWay | undefined; reason: string }

const nothing: Typed = { how: undefined, reason: '' }

interface FieldsProps {
  choice: Choice
  count: number
  total: number
  search: NotificationsSearch
}

function Fields({ choice, count, total, search }: FieldsProps) {
  const t = useT()
  const goOn = useGoOn()
  const labels = { how: t('notifications:closing.how'), reason: t('notifications:closing.reason') }
  const form = useForm({ schema: closing, initial: nothing, labels })
  const { values, set, field } = form
  const submission = useSubmit(form, {
    failed: 'notifications:closing.failed',
    refused: { 409: 'notifications:closing.changed' },
    send: useClose(choice, search, total),
    onDone: ({ closed }) => {
      showMessage(t('notifications:closing.updated', { count: closed }))
      choice.choose('none')
      void goOn(inPlace(paths.notifications(search)))
    },
  })
  return (
    <>
      <p className={styles.intro}>
        {[
          t('notifications:closing.intro', { count: Math.min(count, mostClosed) }),
          ...(count > mostClosed ? [t('notifications:closing.most', { most: mostClosed })] : []),
          t('notifications:closing.stays'),
        ].join(' ')}
      </p>
      <NewForm
        form={form}
        submission={submission}
        label={t('shell:page.closeNotifications')}
        submit={t('notifications:closing.submit')}
      >
        <ChoiceCards
          legend={labels.how}
          name="how"
          choices={closingWays.map((way) => ({ value: way, label: t(`notifications:closing.how.${way}`) }))}
          value={values.how}
          error={form.errors.how}
          onChange={(how) => set('how', how)}
        />
        {values.how === 'needless' && <p className={styles.intro}>{t('notifications:closing.needlessHelp')}</p>}
        <TextField {...field('reason')} label={labels.reason} autoComplete="off" />
      </NewForm>
    </>
  )
}

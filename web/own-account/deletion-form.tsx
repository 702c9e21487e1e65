import { useMutation } from '@tanstack/react-query'
import { accountDeletion, deletionReasons, type DeletionReason } from '../../contract/own-account/deletion.ts'
import { deleteMyAccount } from '../../contract/own-account/endpoints.ts'
import { fieldErrors } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { loginAddress } from '../paths.ts'
import { useSessionEnd, useUser } from '../session/queries.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { t as say, useT } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { useForm, type FieldErrors } from '../ui/use-form.ts'
import { deletionFailureWords } from './failure-words.ts'
import styles from './own-user-page.module.css'

const empty = { reason: '', reasonText: '', currentPassword: '' }

interface Deletion {
  reason: DeletionReason
  reasonText: string | null
  currentPassword: string
}

/** Asks why, and for the password; then deletes the account for good and leaves in every tab. */
export function DeletionForm({ onCancel }: { onCancel: () => void }) {
  const t = useT()
  const user = useUser()
  const endSession = useSessionEnd()
  const { form, values, field, set, validate, showErrors } = useForm({ schema: accountDeletion, initial: empty })
  const isOther = values.reason === 'other'
  const deletion = useMutation({
    mutationFn: (body: Deletion) => call(deleteMyAccount, { body, errors: 'caller' }),
    onSuccess: () => endSession(loginAddress(), say('ownAccount:deletion.done'), 'success'),
    onError: (error) => showErrors(fieldErrors(error)),
  })

  function submit() {
    // The schema looks at both together only once each is right by itself.
    const lacksText = isOther && values.reasonText.trim() === ''
    const errors: FieldErrors = lacksText ? { reasonText: t('rules:deletionReason') } : {}
    const { reason, reasonText, currentPassword } = values
    const candidate = { reason: reason || undefined, reasonText: isOther ? reasonText : null, currentPassword }
    const valid = validate(candidate, errors)
    if (valid !== undefined) deletion.mutate(valid)
  }

  return (
    <Form
      ref={form}
      label={t('ownAccount:deletion.title')}
      error={deletionFailureWords(deletion.error)}
      isPending={deletion.isPending}
      onSubmit={submit}
    >
      <SelectField
        {...field('reason')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the button that was pressed: who works by keyboard goes on here
        autoFocus
        label={t('fields:reason')}
        options={[
          { value: '', label: t('registration:choose') },
          ...deletionReasons.map((value) => ({ value, label: t(`ownAccount:deletion.reason.${value}`) })),
        ]}
        onChange={(reason) => set('reason', reason)}
      />
      {isOther && <TextAreaField {...field('reasonText')} label={t('fields:reasonText')} rows={2} maxLength={255} />}
      <input type="hidden" name="username" autoComplete="username" value={user.email} />
      <PasswordField
        {...field('currentPassword')}
        label={t('fields:currentPassword')}
        autoComplete="current-password"
      />
      <div className={styles.choices}>
        <Button type="submit" variant="danger" isPending={deletion.isPending}>
          {t('ownAccount:deletion.submit')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('ownAccount:deletion.cancel')}
        </Button>
      </div>
    </Form>
  )
}

import { accountDeletion } from '../../contract/own-account/deletion.ts'
import { deleteMyAccount } from '../../contract/own-account/endpoints.ts'
import { deletionReasons } from '../../contract/rules/reasons.ts'
import { call } from '../api/client.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { loginAddress } from '../paths.ts'
import { useSessionEnd, useUser } from '../session/queries.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { t as say, useT } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { useForm } from '../ui/use-form.ts'
import * as styles from './own-user-page.module.css'

const empty = { reason: '', reasonText: '', currentPassword: '' }

/** Asks for a reason and the password; then deletes the account permanently and leaves in every tab. */
export function DeletionForm({ onCancel }: { onCancel: () => void }) {
  const t = useT()
  const user = useUser()
  const endSession = useSessionEnd()
  const form = useForm({ schema: accountDeletion, initial: empty })
  const { values, field, set } = form
  const isOther = values.reason === 'other'
  const submission = useSubmit(form, {
    failed: 'passwords:failed',
    // The server answers 409 only for the last administrator.
    refused: { 409: 'ownAccount:deletion.lastAdministrator' },
    read: () => {
      const { reason, reasonText, currentPassword } = values
      // The schema compares the two fields only once each of them is valid.
      const lacksText = isOther && reasonText.trim() === ''
      return {
        candidate: { reason: reason || undefined, reasonText: isOther ? reasonText : null, currentPassword },
        ...(lacksText && { errors: { reasonText: t('rules:deletionReason') } }),
      }
    },
    send: (body) => call(deleteMyAccount, { body, errors: 'caller' }),
    onDone: () => endSession(loginAddress(), say('ownAccount:deletion.done'), 'success'),
  })

  return (
    <Form {...submission} label={t('ownAccount:deletion.title')}>
      <SelectField
        {...field('reason')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the pressed button, so that keyboard users keep their place
        autoFocus
        label={t('fields:reason')}
        options={[
          { value: '', label: t('registration:choose') },
          ...deletionReasons.map((value) => ({ value, label: t(`reasons:${value}`) })),
        ]}
        onChange={(reason) => set('reason', reason)}
      />
      {isOther && <TextAreaField {...field('reasonText')} label={t('fields:reasonText')} rows={2} />}
      <input type="hidden" name="username" autoComplete="username" value={user.email} />
      <PasswordField
        {...field('currentPassword')}
        label={t('fields:currentPassword')}
        autoComplete="current-password"
      />
      <div className={styles.choices}>
        <Button type="submit" variant="danger" isPending={submission.isPending}>
          {t('ownAccount:deletion.submit')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('ownAccount:deletion.cancel')}
        </Button>
      </div>
    </Form>
  )
}

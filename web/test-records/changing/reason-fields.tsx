import { deletionReasons } from '../../../contract/rules/reasons.ts'
import { useT } from '../../ui/phrases.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import type { useForm } from '../../ui/use-form.ts'

/** The reason for a change, as typed. The text is sent only with a reason that needs one. */
export type TypedReason = Record<'reason' | 'reasonText' | 'changeNote', string>

export const noReason: TypedReason = { reason: '', reasonText: '', changeNote: '' }

export function reasonToSend({ reason, reasonText, changeNote }: TypedReason) {
  return { reason: reason || undefined, reasonText: reason === 'other' ? reasonText : null, changeNote }
}

type FormOf = Pick<ReturnType<typeof useForm<never, TypedReason>>, 'field' | 'set' | 'values'>

/** A choice among the reasons of spec §5, a text for "other", and a note. */
export function ReasonFields({ form }: { form: FormOf }) {
  const t = useT()
  return (
    <>
      <SelectField
        {...form.field('reason')}
        label={t('fields:reason')}
        options={[
          { value: '', label: t('changing:choose') },
          ...deletionReasons.map((value) => ({ value, label: t(`reasons:${value}`) })),
        ]}
        onChange={(reason) => form.set('reason', reason)}
      />
      {form.values.reason === 'other' && (
        <TextAreaField {...form.field('reasonText')} label={t('fields:reasonText')} rows={2} />
      )}
      <TextAreaField {...form.field('changeNote')} label={t('changing:changeNote')} isOptional rows={2} />
    </>
  )
}

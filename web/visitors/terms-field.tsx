import { paths } from '../paths.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { useT } from '../ui/phrases.ts'

interface Props {
  isChecked: boolean
  error: string | undefined
  onChange: (isChecked: boolean) => void
}

export function TermsField(props: Props) {
  const t = useT()
  const { productName: product } = usePreferences()
  return (
    <CheckboxField
      {...props}
      name="termsAccepted"
      label={t('registration:terms')}
      help={
        <>
          <span>{t('registration:termsHelp', { product })}</span>
          <span> </span>
          <a href={paths.policy('eula').to} target="_blank" rel="noreferrer">
            {t('registration:readTerms')}
          </a>
        </>
      }
    />
  )
}

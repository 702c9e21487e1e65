import { CheckboxField } from '../ui/checkbox-field.tsx'
import { useT } from '../ui/phrases.ts'

/** The names of a person as typed, and whether it was said that they have one name. */
export interface TypedNames {
  firstName: string
  lastName: string
  hasOneName: boolean
}

/** Says that a person has one name. It stands below the first name, and is never checked by itself. */
export function OneNameField({ names, onChange }: { names: TypedNames; onChange: (names: TypedNames) => void }) {
  const t = useT()
  return (
    <CheckboxField
      name="hasOneName"
      label={t('subjectSearch:oneName.label')}
      help={t('subjectSearch:oneName.help')}
      isChecked={names.hasOneName}
      onChange={(hasOneName) => onChange(hasOneName ? asOneName(names) : { ...names, hasOneName })}
    />
  )
}

/** The one name is the last name, also if it was typed as the first. */
function asOneName({ firstName, lastName }: TypedNames): TypedNames {
  return { firstName: '', lastName: lastName.trim() === '' ? firstName : lastName, hasOneName: true }
}

/** What the field of the first name takes: nothing while it is said that the person has one name, with the reason. */
export function useFirstNameOf(hasOneName: boolean) {
  const t = useT()
  return hasOneName ? { disabled: true, help: t('subjectSearch:oneName.none') } : {}
}

import { useState } from 'react'
import { IconArrowBackUp, IconUserSearch } from '@tabler/icons-react'
import type { SubjectMatch } from '../../../contract/subjects/matching.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { useSubjectSettings } from '../../preferences/preferences.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useT } from '../../ui/phrases.ts'
import { SubjectSearchField } from '../recording/subject-search-field.tsx'
import { useSubjectMatches } from '../recording/use-subject-matches.ts'
import * as field from '../../ui/field.module.css'

/** A subject by id, with words that tell it from others. */
export interface Chosen {
  /** Null for an anonymised subject. */
  id: string | null
  name: string
}

interface Props {
  groupId: string
  current: Chosen
  value: Chosen
  canSearch: boolean
  onChange: (chosen: Chosen) => void
  error: string | undefined
}

/**
 * Moves a test to another subject. The search is hidden until somebody asks for it, because the case is rare and a
 * mistake is grave.
 */
export function SubjectChoice({ groupId, current, value, canSearch, onChange, error }: Props) {
  const t = useT()
  const dates = useDates()
  const settings = useSubjectSettings()
  const [typed, setTyped] = useState<string>()
  const [isShown, setShown] = useState(false)
  const [elsewhere, setElsewhere] = useState<string>()
  const matches = useSubjectMatches(typed ?? '', groupId)
  const isHuman = settings.kind === 'human'

  function choose(match: SubjectMatch) {
    const name = nameOf(match, dates.day)
    if (!match.isKnownHere) return setElsewhere(name)
    setElsewhere(undefined)
    setTyped(undefined)
    setShown(false)
    onChange({ id: match.id, name })
  }

  if (value.id !== current.id) {
    return (
      <Alert tone="notice">
        <p>{t('changing:subject.moved', { from: current.name, to: value.name })}</p>
        <Button variant="default" onClick={() => onChange(current)}>
          <IconArrowBackUp size={18} aria-hidden />
          <span>{t('changing:subject.keep', { name: current.name })}</span>
        </Button>
      </Alert>
    )
  }
  return (
    <div>
      <div className={field.label}>{t('fields:subject')}</div>
      {!canSearch ? (
        <strong>{current.name}</strong>
      ) : typed === undefined ? (
        <Button variant="default" name="subjectId" data-invalid={error && true} onClick={() => setTyped('')}>
          <IconUserSearch size={18} aria-hidden />
          <span>{t(isHuman ? 'changing:subject.other' : 'changing:subject.otherOne')}</span>
        </Button>
      ) : (
        <SubjectSearchField
          name="subjectId"
          label={t(isHuman ? 'changing:subject.search' : 'changing:subject.searchIds')}
          value={typed}
          error={error}
          matches={isShown ? matches : undefined}
          words={{ none: t('changing:subject.none'), failed: t('changing:subject.failed') }}
          onShow={setShown}
          onChoose={choose}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setElsewhere(undefined)
          }}
        />
      )}
      {elsewhere !== undefined && <Alert tone="notice">{t('changing:subject.elsewhere', { name: elsewhere })}</Alert>}
    </div>
  )
}

/** A name with the date of birth, or both custom IDs of a subject that is not a person. */
export function nameOf(
  subject: Pick<SubjectMatch, 'kind' | 'firstName' | 'lastName' | 'email' | 'dateOfBirth' | 'customId1' | 'customId2'>,
  day: (day: string) => string,
): string {
  if (subject.kind === 'non-human') return [subject.customId1, subject.customId2].filter(Boolean).join(', ')
  const name = [subject.firstName, subject.lastName].filter(Boolean).join(' ') || subject.email
  return [name, subject.dateOfBirth && day(subject.dateOfBirth)].filter(Boolean).join(', ')
}

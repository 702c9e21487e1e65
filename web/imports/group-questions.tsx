import { useQuery } from '@tanstack/react-query'
import { useChoices } from '../api/use-choices.ts'
import { groupChoices, groupNameQuery } from '../groups/queries.ts'
import { namedApart } from '../lists/place-name.ts'
import { SearchedSelect } from '../loading/searched-select.tsx'
import * as field from '../ui/field.module.css'
import { useT } from '../ui/phrases.ts'
import type { FieldErrors } from '../ui/use-form.ts'
import type { AskedGroup } from './asked.ts'
import * as styles from './questions-card.module.css'

/** The most facilities or devices that are asked about at once. */
export const mostAsked = 50

interface Props {
  groups: readonly AskedGroup[]
  errors: FieldErrors
  onChange: (group: AskedGroup) => void
}

/** Asks which group each facility of the file is. */
export function GroupQuestions({ groups, errors, onChange }: Props) {
  const t = useT()
  // The server counts the answers alone.
  const answered = groups.filter(({ groupId }) => groupId !== null)
  const more = groups.length - mostAsked
  /** A list of one's own names no facility at all. */
  const isOfAll = groups.every(({ facility }) => facility === null)
  return (
    <fieldset>
      <legend className={styles.legend}>{t(isOfAll ? 'importing:ask.groupOfAll' : 'importing:ask.groups')}</legend>
      <p className={styles.help}>{t(isOfAll ? 'importing:ask.groupOfAllHelp' : 'importing:ask.groupsHelp')}</p>
      <div className={styles.asked}>
        {groups.slice(0, mostAsked).map((group) => (
          <GroupQuestion
            key={group.facility}
            group={group}
            error={errors[`groups.${answered.indexOf(group)}.groupId`]}
            onChange={(groupId) => onChange({ ...group, groupId })}
          />
        ))}
      </div>
      {more > 0 && <p className={field.hint}>{t('importing:ask.more', { count: more })}</p>}
    </fieldset>
  )
}

interface QuestionProps {
  group: AskedGroup
  error: string | undefined
  onChange: (groupId: string | null) => void
}

function GroupQuestion({ group: { facility, rows, groupId }, error, onChange }: QuestionProps) {
  const t = useT()
  const { isLoaded, choices, hasMore, isPending, onSearch } = useChoices((search) =>
    groupChoices({ search, onlyActive: true }),
  )
  const isKnown = groupId === null || choices.some(({ id }) => id === groupId)
  // A group that was answered before may be missing from the first page of choices.
  const before = useQuery({ ...groupNameQuery(groupId ?? ''), enabled: isLoaded && !isKnown }).data?.data
  const named = namedApart(choices, hasMore)
  return (
    <div>
      <SearchedSelect
        label={facility === null ? t('importing:ask.noFacility') : t('importing:ask.facility', { name: facility })}
        placeholder={t('importing:ask.chooseGroup')}
        nothingFound={t('lists:filter.nothingFound')}
        clearable
        choices={before ? [...named, { id: before.id, name: before.name }] : named}
        isPending={isPending}
        value={groupId}
        error={error}
        onChange={onChange}
        onSearch={onSearch}
      />
      <p className={field.hint}>{t('importing:rows', { count: rows })}</p>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { AnswerOfRow } from '../lists/detail-page.tsx'
import { paths } from '../paths.ts'
import { useUser } from '../session/queries.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'
import { GroupDetails } from './group-details.tsx'
import { groupQuery } from './group-queries.ts'
import * as styles from './own-group-page.module.css'

/** The user's own group; if there are several, the one in the address, or the first. */
export function OwnGroupPage() {
  const t = useT()
  const navigate = useNavigate()
  const { group: wanted } = useSearch({ from: '/logged-in/own-group' })
  const { groups } = useUser()
  const chosen = groups.find(({ id }) => id === wanted) ?? groups[0]
  const own = useQuery({ ...groupQuery(chosen?.id ?? ''), enabled: chosen !== undefined })
  if (chosen === undefined) {
    return (
      <Page title={t('shell:page.ownGroup')} width="narrow">
        <Notice title={t('groups:own.none')} text={t('places:own.ask')} />
      </Page>
    )
  }
  return (
    <Page title={own.data?.data.name ?? chosen.name} width="narrow">
      {groups.length > 1 && (
        <div className={styles.choice}>
          <SelectField
            label={t('groups:own.choose')}
            value={chosen.id}
            options={groups.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(group) => void navigate({ ...paths.ownGroup(group), resetScroll: false })}
          />
        </div>
      )}
      <AnswerOfRow words="groups" query={own}>
        {({ data }) => <GroupDetails group={data} level={2} />}
      </AnswerOfRow>
    </Page>
  )
}

import { IconBan, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { auditActions, refusedCalls } from '../../contract/audit/actions.ts'
import { resourceTypes } from '../../contract/audit/details.ts'
import { auditOutcomes } from '../../contract/audit/audit-filter.ts'
import { listAuditEvents } from '../../contract/audit/endpoints.ts'
import { can } from '../../contract/permissions/can.ts'
import { queryOf } from '../api/query.ts'
import { useChoices } from '../api/use-choices.ts'
import { FilterSelect } from '../lists/filter-select.tsx'
import type { OwnFilters } from '../lists/list-filters.tsx'
import styles from '../lists/list-filters.module.css'
import { RangeFilter } from '../lists/range-filter.tsx'
import type { AuditSearch } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { FilterChips } from '../ui/filter-chips.tsx'
import { useT, type PhraseKey, type Translate } from '../ui/phrases.ts'
import { SearchSelect } from '../ui/search-select.tsx'
import { userChoices, userDetailQuery } from '../users/queries.ts'
import { actionWords, resourceWords } from './audit-words.ts'

type Change = (change: Partial<AuditSearch>) => void

/** What the trail is narrowed by: who, what, about what, when, and how it ended. */
export function auditFilters(t: Translate, search: AuditSearch, change: Change): OwnFilters {
  return {
    fields: (
      <>
        <ActorFilter actor={search.actor} onChange={(actor) => change({ actor })} />
        <FilterSelect
          label={t('audit:filter.action')}
          any={t('audit:filter.anyAction')}
          value={search.action}
          options={actionChoices(t)}
          onChange={(action) => change({ action })}
        />
        <FilterSelect
          label={t('audit:filter.resourceType')}
          any={t('audit:filter.anyResourceType')}
          value={search.resource_type}
          options={[{ options: resourceTypes.map((value) => ({ value, label: resourceWords(t, value) })) }]}
          onChange={(resource_type) => change({ resource_type, resource: undefined })}
        />
      </>
    ),
    lines: <RangeFilter search={search} onChange={change} />,
    last: (
      <>
        {search.resource !== undefined && (
          <ResourceChip search={search} id={search.resource} onClear={() => change({ resource: undefined })} />
        )}
        <FilterChips
          label={t('audit:filter.outcome')}
          chips={auditOutcomes.map((outcome) => ({
            value: outcome,
            label: t(`audit:outcome.${outcome}`),
            icon:
              outcome === 'refused' ? (
                <IconBan size={14} stroke={2.5} aria-hidden />
              ) : (
                <IconCircleCheck size={14} stroke={2.5} aria-hidden />
              ),
          }))}
          value={search.outcome}
          onChange={(outcome) => change({ outcome: outcome === search.outcome ? undefined : outcome })}
        />
      </>
    ),
  }
}

/** The actions by their noun, and last what leaves a trace only where it was refused. */
function actionChoices(t: Translate) {
  const nouns = [...new Set(auditActions.map((action) => action.split('.')[0] ?? action))]
  const choice = <A extends string>(value: A) => ({ value, label: actionWords(t, value) })
  return [
    ...nouns.map((noun) => ({
      label: t(`audit:group.${noun}` as PhraseKey), // a test sees to it that every noun has its words
      options: auditActions.filter((action) => action.startsWith(`${noun}.`)).map(choice),
    })),
    { label: t('audit:group.calls'), options: refusedCalls.map(choice) },
  ]
}

/** Who did it: typing part of a name or email offers people, patients too. Only whoever sees users can choose one. */
function ActorFilter({ actor, onChange }: { actor: string | undefined; onChange: (actor?: string) => void }) {
  const t = useT()
  const seesUsers = can(useHolder(), 'view-users')
  const { choices, isPending, onSearch } = useChoices((search) => userChoices({ search }), { isNeeded: seesUsers })
  const chosen = useQuery({ ...userDetailQuery(actor ?? ''), enabled: seesUsers && actor !== undefined, retry: false })
  if (!seesUsers && actor === undefined) return null
  const named = choices.map(({ id, fullName, email }) => ({ id, name: `${fullName} · ${email}` }))
  if (actor !== undefined && named.every(({ id }) => id !== actor)) {
    const known = chosen.data?.data
    named.push({ id: actor, name: known?.fullName ?? t('lists:anonymized') })
  }
  return (
    <SearchSelect
      label={t('audit:filter.actor')}
      hiddenLabel
      clearable
      className={styles.place}
      placeholder={t('audit:searchHelp')}
      nothingFound={t('lists:filter.nothingFound')}
      choices={named}
      isPending={isPending}
      value={actor ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      onSearch={onSearch}
    />
  )
}

/** Says whose trail it is, as a link from its own page asked for; pressing it shows everything's again. */
function ResourceChip({ search, id, onClear }: { search: AuditSearch; id: string; onClear: () => void }) {
  const t = useT()
  const events = useQuery(queryOf(listAuditEvents, { query: { resource_id: id, per_page: '5' } }))
  const resource = events.data?.data[0]?.resource
  const kind = resourceWords(t, resource?.type ?? search.resource_type ?? '')
  const name = resource?.name
  const label = name ? t('audit:filter.one', { kind, name }) : t('audit:filter.oneOf', { kind })
  return <FilterChips label={t('audit:filter.resource')} chips={[{ value: id, label }]} value={id} onChange={onClear} />
}

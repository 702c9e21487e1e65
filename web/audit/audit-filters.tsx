import { useQuery } from '@tanstack/react-query'
import { auditActions, resourceTypes } from '../../contract/audit/event-names.ts'
import { auditOutcomes } from '../../contract/audit/audit-list.ts'
import { listAuditEvents } from '../../contract/audit/endpoints.ts'
import { can } from '../../contract/permissions/can.ts'
import { queryOf } from '../api/query.ts'
import { useChoices } from '../api/use-choices.ts'
import type { OwnFilters } from '../lists/list-bar.tsx'
import { choiceFilter, linkedFilter, type ListFilter } from '../lists/list-filter.tsx'
import type { AuditSearch } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { loadedKeys, useT, type PhraseKey, type Translate } from '../ui/phrases.ts'
import { SearchedSelect } from '../loading/searched-select.tsx'
import { userChoices, userDetailQuery } from '../users/queries.ts'
import { actionWords, resourceWords, triedWords } from './audit-words.ts'

type Change = (change: Partial<AuditSearch>) => void

/** The filters of the audit trail: actor, action, resource, time and outcome. */
export function auditFilters(t: Translate, search: AuditSearch, change: Change): OwnFilters {
  return {
    period: { search, onChange: change },
    others: [
      actorFilter(t, search, change),
      choiceFilter({
        label: t('audit:column.action'),
        any: t('audit:filter.anyAction'),
        value: search.action,
        options: actionChoices(t),
        onChange: (action) => change({ action }),
      }),
      choiceFilter({
        label: t('audit:column.resource'),
        any: t('audit:filter.anyResourceType'),
        value: search.resource_type,
        options: [{ options: resourceTypes.map((value) => ({ value, label: resourceWords(t, value) })) }],
        onChange: (resource_type) => change({ resource_type, resource: undefined }),
      }),
      choiceFilter({
        label: t('audit:column.outcome'),
        any: t('lists:filter.any'),
        value: search.outcome,
        options: [{ options: auditOutcomes.map((value) => ({ value, label: t(`audit:outcome.${value}`) })) }],
        onChange: (outcome) => change({ outcome }),
      }),
      ...linkedFilter(
        search.resource,
        t('audit:filter.resource'),
        (id) => <ResourceWords search={search} id={id} />,
        () => change({ resource: undefined }),
      ),
    ],
  }
}

/** The calls that are recorded only when they are refused: those whose attempt has words, but no action. */
function refusedCalls(): string[] {
  return loadedKeys('audit').flatMap((key) => /^tried\.(\w+)$/.exec(key)?.[1] ?? [])
}

/** The actions grouped by noun, and last those that are recorded only when refused. */
function actionChoices(t: Translate) {
  const nouns = [...new Set(auditActions.map((action) => action.split('.')[0] ?? action))]
  return [
    ...nouns.map((noun) => ({
      label: t(`audit:group.${noun}` as PhraseKey), // a test ensures that every noun has its phrase
      options: auditActions
        .filter((action) => action.startsWith(`${noun}.`))
        .map((value) => ({ value, label: actionWords(t, value) })),
    })),
    {
      label: t('audit:group.calls'),
      options: refusedCalls().map((value) => ({ value, label: triedWords(t, value) })),
    },
  ]
}

function actorFilter(t: Translate, { actor }: AuditSearch, change: Change): ListFilter {
  return {
    label: t('audit:column.actor'),
    field: <ActorFilter actor={actor} onChange={(chosen) => change({ actor: chosen })} />,
    inUse:
      actor === undefined
        ? []
        : [{ key: 'actor', words: <ActorWords id={actor} />, onRemove: () => change({ actor: undefined }) }],
  }
}

/**
 * Filters by actor: a typed part of a name or email offers people, including patients. Only users who may see users can
 * choose one.
 */
function ActorFilter({ actor, onChange }: { actor: string | undefined; onChange: (actor?: string) => void }) {
  const t = useT()
  const seesUsers = can(useHolder(), 'view-users')
  const { choices, isPending, onSearch } = useChoices((search) => userChoices({ search }), { isNeeded: seesUsers })
  const chosenName = useActorName(actor)
  if (!seesUsers && actor === undefined) return null
  const named = choices.map(({ id, fullName, email }) => ({ id, name: `${fullName} · ${email}` }))
  if (actor !== undefined && named.every(({ id }) => id !== actor)) named.push({ id: actor, name: chosenName })
  return (
    <SearchedSelect
      label={t('audit:column.actor')}
      clearable
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

function ActorWords({ id }: { id: string }) {
  const t = useT()
  return <span>{`${t('audit:column.actor')}: ${useActorName(id)}`}</span>
}

/** The name of an actor, or a note that the person is anonymous. */
function useActorName(actor: string | undefined): string {
  const t = useT()
  const seesUsers = can(useHolder(), 'view-users')
  const chosen = useQuery({ ...userDetailQuery(actor ?? ''), enabled: seesUsers && actor !== undefined, retry: false })
  return chosen.data?.data.fullName ?? t('lists:anonymized')
}

/** Names the resource of a filter that a link from its page has set. */
function ResourceWords({ search, id }: { search: AuditSearch; id: string }) {
  const t = useT()
  const events = useQuery(queryOf(listAuditEvents, { query: { resource_id: id, per_page: '5' } }))
  const resource = events.data?.data[0]?.resource
  const kind = resourceWords(t, resource?.type ?? search.resource_type ?? '')
  const name = resource?.name
  return <span>{name ? t('audit:filter.one', { kind, name }) : t('audit:filter.oneOf', { kind })}</span>
}

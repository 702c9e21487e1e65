import { useQuery } from '@tanstack/react-query'
import { auditActions } from '../../contract/audit/event-names.ts'
import { listAuditEvents } from '../../contract/audit/endpoints.ts'
import { can } from '../../contract/permissions/can.ts'
import { queryOf } from '../api/query.ts'
import { useChoices } from '../api/use-choices.ts'
import { FilterSelect } from '../lists/filter-select.tsx'
import { SearchedSelect } from '../loading/searched-select.tsx'
import type { AuditSearch } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { loadedKeys, useT, type PhraseKey, type Translate } from '../ui/phrases.ts'
import { userChoices, userDetailQuery } from '../users/queries.ts'
import { actionWords, actorWords, triedWords } from './audit-words.ts'

interface Props<Value> {
  value: Value
  onChange: (value: Value) => void
}

/** Filters by action. It needs the phrases of attempts. */
export function ActionField({ value, onChange }: Props<AuditSearch['action']>) {
  const t = useT()
  return (
    <FilterSelect
      label={t('audit:column.action')}
      any={t('audit:filter.anyAction')}
      value={value}
      options={actionChoices(t)}
      onChange={onChange}
    />
  )
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

/** The calls that are recorded only when they are refused: those whose attempt has words, but no action. */
function refusedCalls(): string[] {
  return loadedKeys('auditAttempts').filter((key) => /^\w+$/.test(key))
}

/** The action of a filter in use. It needs the phrases of attempts. */
export function ActionWords({ action }: { action: string }) {
  const t = useT()
  const words = refusedCalls().includes(action) ? triedWords(t, action) : actionWords(t, action)
  return <span>{`${t('audit:column.action')}: ${words}`}</span>
}

/**
 * Filters by actor: a typed part of a name or email offers people, including patients. Only users who may see users can
 * choose one.
 */
export function ActorField({ value, onChange }: Props<AuditSearch['actor']>) {
  const t = useT()
  const seesUsers = can(useHolder(), 'view-users')
  const { choices, isPending, onSearch } = useChoices((search) => userChoices({ search }), { isNeeded: seesUsers })
  const chosenName = useActorName(value)
  if (!seesUsers && value === undefined) return null
  const named = choices.map(({ id, fullName, email }) => ({ id, name: `${fullName} · ${email}` }))
  if (value !== undefined && named.every(({ id }) => id !== value)) {
    named.push({ id: value, name: chosenName ?? t('lists:anonymized') })
  }
  return (
    <SearchedSelect
      label={t('audit:column.actor')}
      clearable
      placeholder={t('audit:searchHelp')}
      nothingFound={t('lists:filter.nothingFound')}
      choices={named}
      isPending={isPending}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      onSearch={onSearch}
    />
  )
}

/** The actor of a filter in use. */
export function ActorWords({ id }: { id: string }) {
  const t = useT()
  const name = useActorName(id)
  return <span>{name === undefined ? t('audit:column.actor') : `${t('audit:column.actor')}: ${name}`}</span>
}

/**
 * The name of an actor, from their events if they are none of the users, or a note that the person is anonymous; undefined
 * while it is being asked for.
 */
function useActorName(actor: string | undefined): string | undefined {
  const t = useT()
  const seesUsers = can(useHolder(), 'view-users')
  const chosen = useQuery({ ...userDetailQuery(actor ?? ''), enabled: seesUsers && actor !== undefined, retry: false })
  const events = useQuery({
    ...queryOf(listAuditEvents, { query: { actor_id: actor, per_page: '5' } }),
    enabled: chosen.isError,
  })
  if (chosen.isLoading || events.isLoading) return undefined
  const [event] = events.data?.data ?? []
  return chosen.data?.data.fullName ?? (event === undefined ? t('lists:anonymized') : actorWords(t, event))
}

import { useQuery } from '@tanstack/react-query'
import { Suspense, type ComponentType } from 'react'
import { resourceTypes } from '../../contract/audit/resource-types.ts'
import { auditOutcomes } from '../../contract/audit/audit-list.ts'
import { listAuditEvents } from '../../contract/audit/endpoints.ts'
import { queryOf } from '../api/query.ts'
import type { OwnFilters } from '../lists/list-bar.tsx'
import { choiceFilter, linkedFilter, type ListFilter } from '../lists/list-filter.tsx'
import { lazyPage } from '../loading/lazy-page.ts'
import { Coming } from '../loading/waiting.tsx'
import type { AuditSearch } from '../paths.ts'
import type { Elements } from '../ui/elements.ts'
import { alsoSay, useT, type Translate } from '../ui/phrases.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { resourceWords } from './audit-words.ts'

type Change = (change: Partial<AuditSearch>) => void

/** Loads a part that only an open panel of filters, or a filter in use, needs, with the phrases of attempts. */
function laterPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazyPage(async () => {
    const [part] = await Promise.all([load(), alsoSay('auditAttempts')])
    return part
  })
}

const ActionField = laterPart(async () => (await import('./audit-choices.tsx')).ActionField)
const ActionWords = laterPart(async () => (await import('./audit-choices.tsx')).ActionWords)
const ActorField = laterPart(async () => (await import('./audit-choices.tsx')).ActorField)
const ActorWords = laterPart(async () => (await import('./audit-choices.tsx')).ActorWords)

/** The filters of the audit trail: actor, action, resource, time and outcome. */
export function auditFilters(t: Translate, search: AuditSearch, change: Change): OwnFilters {
  return {
    period: { search, onChange: change },
    others: [
      laterFilter({
        label: t('audit:column.actor'),
        field: <ActorField value={search.actor} onChange={(actor) => change({ actor })} />,
        words: search.actor === undefined ? undefined : <ActorWords id={search.actor} />,
        onRemove: () => change({ actor: undefined }),
      }),
      laterFilter({
        label: t('audit:column.action'),
        field: <ActionField value={search.action} onChange={(action) => change({ action })} />,
        words: search.action === undefined ? undefined : <ActionWords action={search.action} />,
        onRemove: () => change({ action: undefined }),
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

/** A filter whose field and words are loaded when they are first drawn. Until then, the label stands for the words. */
function laterFilter(filter: {
  label: string
  field: Elements
  /** The filter in words; undefined while it is not set. */
  words: Elements | undefined
  onRemove: () => void
}): ListFilter {
  const { label, field, words, onRemove } = filter
  const shown = <Suspense fallback={<span>{label}</span>}>{words}</Suspense>
  return {
    label,
    field: <Coming fallback={<Skeleton height={72} />}>{field}</Coming>,
    inUse: words === undefined ? [] : [{ key: label, words: shown, onRemove }],
  }
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

import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { AuditEventDetail } from '../../contract/audit/endpoints.ts'
import { DetailPage } from '../lists/detail-page.tsx'
import { paths } from '../paths.ts'
import { useDates } from '../preferences/use-dates.ts'
import { Facts, given } from '../ui/facts.tsx'
import { Link } from '../routing/link.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import * as styles from './audit-event-page.module.css'
import { actorWords, eventWords, resourceWords } from './audit-words.ts'
import { fieldWords, pageOf, valueWords } from './detail-words.ts'
import { Outcome } from './outcome.tsx'
import { auditEventQuery } from './queries.ts'

/** One event of the audit trail: who, what, when, and the values before and after. */
export function AuditEventPage() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/audit/$id' })
  const { crumb: _, ...search } = useSearch({ from: '/logged-in/audit' })
  const event = useQuery(auditEventQuery(id))
  return (
    <DetailPage
      words="audit"
      id={id}
      name={event.data && eventWords(t, event.data.data)}
      kind={t('shell:page.auditEvent')}
      detail={event}
      list={paths.audit(search)}
    >
      {({ data }, level) => <Details event={data} level={level} />}
    </DetailPage>
  )
}

function Details({ event, level }: { event: AuditEventDetail; level: 2 | 3 }) {
  const t = useT()
  const locale = useLocale()
  const dates = useDates()
  const said = useSaid(event)
  const { at, outcome, resource, requestId, position, changes, facts } = event
  return (
    <div className={styles.details}>
      <Facts
        title={t('shell:page.auditEvent')}
        level={level}
        facts={given([
          [t('audit:column.at'), dates.instant(at)],
          [t('audit:column.actor'), <Actor key="actor" event={event} />],
          [t('audit:column.outcome'), <Outcome key="outcome" outcome={outcome} />],
          [t('audit:column.resource'), resource && <Resource key="resource" resource={resource} />],
          [t('auditDetails:requestId'), requestId],
          [t('auditDetails:position'), position === null ? t('auditDetails:notSealed') : said('position', position)],
        ])}
      />
      {changes.length > 0 && <Changes changes={changes} level={level} said={said} />}
      {facts.length > 0 && (
        <Facts
          title={t('auditDetails:facts')}
          level={level}
          facts={facts.map(({ field, value }) => ({
            label: fieldWords({ t, locale }, field),
            value: said(field, value),
          }))}
        />
      )}
    </div>
  )
}

type Said = (field: string, value: AuditEventDetail['facts'][number]['value']) => string

function useSaid({ names }: AuditEventDetail): Said {
  const t = useT()
  const locale = useLocale()
  const dates = useDates()
  const known = new Map(names.map(({ id, name }) => [id, name]))
  return (field, value) => valueWords({ t, locale, names: known, instant: (at) => dates.instant(at) }, field, value)
}

interface ChangesProps {
  changes: AuditEventDetail['changes']
  level: 2 | 3
  said: Said
}

function Changes({ changes, level, said }: ChangesProps) {
  const t = useT()
  const locale = useLocale()
  const Heading = `h${level}` as const
  return (
    <section className={styles.changes}>
      <Heading className={styles.title} id="changes">
        {t('auditDetails:changes')}
      </Heading>
      <table className={styles.table} aria-labelledby="changes">
        <thead>
          <tr>
            <th scope="col">{t('auditDetails:column.field')}</th>
            <th scope="col">{t('auditDetails:column.before')}</th>
            <th scope="col">{t('auditDetails:column.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, from, to, isHidden }) => (
            <tr key={field}>
              <th scope="row">{fieldWords({ t, locale }, field)}</th>
              {isHidden ? (
                <td colSpan={2} className={styles.hidden}>
                  {t('auditDetails:notKept')}
                </td>
              ) : (
                <>
                  <td>
                    <del>{said(field, from)}</del>
                  </td>
                  <td>
                    <ins>{said(field, to)}</ins>
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Actor({ event }: { event: AuditEventDetail }) {
  const t = useT()
  const { actor } = event
  const words = actorWords(t, event)
  return actor === null || actor.name === null || actor.isOperator || actor.isMachine ? (
    <span>{words}</span>
  ) : (
    <Link {...paths.user(actor.id, { crumb: actor.name })}>{words}</Link>
  )
}

function Resource({ resource }: { resource: NonNullable<AuditEventDetail['resource']> }) {
  const t = useT()
  const kind = resourceWords(t, resource.type)
  const name = resource.name === null ? kind : t('audit:filter.one', { kind, name: resource.name })
  const target = pageOf(resource)
  return target === undefined ? <span>{name}</span> : <Link {...target}>{name}</Link>
}

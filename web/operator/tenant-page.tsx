import { IconEye, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { listTenantHistory, type TenantFacts } from '../../contract/operator/endpoints.ts'
import { mayKeepTenants } from '../../contract/permissions/can.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { FormLink } from '../editing/form-panel.tsx'
import { Time } from '../lists/cells.tsx'
import { DetailPage } from '../lists/detail-page.tsx'
import { History } from '../lists/history.tsx'
import { StandingBadge, SuspensionNotice } from '../lists/standing.tsx'
import { paths, type TenantsSearch } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { useDates } from '../preferences/use-dates.ts'
import { buttonClass } from '../ui/button.tsx'
import { countryName } from '../ui/country-options.ts'
import { Facts, given } from '../ui/facts.tsx'
import { localeFacts } from '../../contract/locales.ts'
import { Link } from '../routing/link.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { tenantQuery, useReactivateTenant } from './queries.ts'
import { hostOf, isLetIn, testsInWords } from './tenant-words.ts'
import * as styles from './tenant-page.module.css'

export function TenantPage() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/tenants/$id' })
  const { crumb: _, ...search } = useSearch({ from: '/logged-in/tenants' })
  const detail = useQuery(tenantQuery(id))
  return (
    <DetailPage
      words="operator"
      id={id}
      name={detail.data?.data.name}
      kind={t('shell:page.tenant')}
      detail={detail}
      list={paths.tenants(search)}
    >
      {({ data }, level) => <Details tenant={data} level={level} search={search} />}
    </DetailPage>
  )
}

interface DetailsProps {
  tenant: TenantFacts
  level: 2 | 3
  /** The list at the position where the reader left it. */
  search: TenantsSearch
}

function Details({ tenant, level, search }: DetailsProps) {
  const t = useT()
  const locale = useLocale()
  const { id, slug, status, statusDetails, figures } = tenant
  const facts = given([
    [t('fields:slug'), <SiteLink key="site" slug={slug} />],
    [t('fields:productName'), tenant.productName],
    [t('fields:kind'), t(`operator:kind.${tenant.kind}`)],
    [t('operator:countries'), tenant.countries.map((country) => countryName(country, locale)).join(', ')],
    [t('fields:defaultLanguage'), localeFacts[tenant.defaultLanguage].name],
    [
      t('operator:size'),
      [
        t('places:users', { count: figures.users }),
        t('operator:organisations', { count: figures.organisations }),
        testsInWords(t, figures.tests),
      ].join('\n'),
    ],
    [t('operator:column.created'), <Time key="created" at={tenant.createdAt} />],
    [t('places:column.status'), <StandingBadge key="status" status={status} />],
  ])
  return (
    <>
      {status === 'suspended' && (
        <SuspensionNotice>
          <p>{t('operator:isSuspended')}</p>
          {statusDetails !== null && <p>{t('operator:isSuspended.details', { details: statusDetails })}</p>}
        </SuspensionNotice>
      )}
      <Facts title={t('places:detail.about')} level={level} facts={facts} />
      <TenantActions tenant={tenant} level={level} search={search} />
      <History
        level={level}
        of={{ resource_type: 'tenant', resource: id }}
        endpoint={listTenantHistory}
        labels={{ statusDetails: t('operator:suspend.details') }}
        changed={t('operator:history.changed')}
      />
    </>
  )
}

/** A link to the tenant's own login page. */
function SiteLink({ slug }: { slug: string }) {
  const host = hostOf(slug)
  return (
    <a href={`${window.location.protocol}//${host}`} target="_blank" rel="noreferrer">
      {host}
    </a>
  )
}

function TenantActions({ tenant, level, search }: DetailsProps) {
  const t = useT()
  const isKept = mayKeepTenants(useHolder())
  const { id, status, entryWay } = tenant
  const isWaiting = entryWay.request?.state === 'waiting'
  return (
    <Actions title={t('places:detail.actions')} level={level}>
      {status === 'active' && (
        <div>
          <EntryState way={entryWay} />
          {!isWaiting && (
            <FormLink target={paths.enterTenant(id, search)} variant="default">
              <IconEye size={16} aria-hidden />
              <span>{t(isLetIn(entryWay) ? 'entry:enter' : 'entry:ask')}</span>
            </FormLink>
          )}
        </div>
      )}
      {isKept && (
        <div>
          <Link {...paths.tenantTab(id, 'general')} className={buttonClass('default')}>
            <IconPencil size={16} aria-hidden />
            <span>{t('operator:settings')}</span>
          </Link>
        </div>
      )}
      {isKept && <Standing tenant={tenant} search={search} />}
    </Actions>
  )
}

/** The state of the operator's own request, if the tenant must agree first. */
function EntryState({ way: { request } }: { way: TenantFacts['entryWay'] }) {
  const t = useT()
  const dates = useDates()
  if (request === null || request.state === 'over') return null
  const time = request.until === null ? '' : dates.instant(request.until)
  return <p className={styles.state}>{t(`entry:${request.state}`, { time })}</p>
}

/** Suspends by a form, which asks for the text that visitors will read, and reactivates by one press. */
function Standing({ tenant: { id, name, status }, search }: Omit<DetailsProps, 'level'>) {
  const t = useT()
  const reactivation = useReactivateTenant(id)
  return (
    <>
      {status === 'active' ? (
        <div>
          <FormLink target={paths.suspendTenant(id, search)} variant="default">
            <IconPlayerPause size={16} aria-hidden />
            <span>{t('operator:suspend')}</span>
          </FormLink>
        </div>
      ) : (
        <Action
          icon={IconPlayerPlay}
          word={t('operator:reactivate')}
          isPending={reactivation.isPending}
          onAct={() => reactivation.mutate()}
          confirm={{
            title: t('operator:reactivating.title', { name }),
            text: t('operator:reactivating.text'),
            stay: t('operator:reactivating.stay'),
            leave: t('operator:reactivate'),
          }}
        />
      )}
    </>
  )
}

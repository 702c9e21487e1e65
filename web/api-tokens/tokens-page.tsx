import { IconBan, IconCircleCheck, IconClockX, IconKey, IconPlayerPause } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import type { ApiToken, TokenState } from '../../contract/api-tokens/endpoints.ts'
import { mayReadTrail } from '../../contract/permissions/can.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { FormLink } from '../editing/form-panel.tsx'
import { Introduction } from '../lists/introduction.tsx'
import { PartList, PartRow } from '../lists/part-list.tsx'
import { paths } from '../paths.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useHolder } from '../session/queries.ts'
import { Link } from '../routing/link.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import * as styles from './tokens-page.module.css'
import { apiTokensQuery, useRevokeApiToken } from './queries.ts'

/** For a tenant's administrators: the tokens of machines, what each may do, and whether it works. */
export function ApiTokensPage() {
  const t = useT()
  return (
    <>
      <Page
        title={t('shell:page.apiTokens')}
        width="narrow"
        actions={<FormLink target={paths.newApiToken()} icon={IconKey} word={t('apiTokens:create')} />}
      >
        <PartList
          title={t('apiTokens:list')}
          level={2}
          query={apiTokensQuery}
          none={t('apiTokens:none')}
          row={(token) => <TokenRow token={token} />}
        />
        <Introduction>
          <p>{t('apiTokens:intro')}</p>
          <p>
            <a href="/api/docs" target="_blank" rel="noreferrer">
              {t('apiTokens:reference')}
            </a>
          </p>
        </Introduction>
      </Page>
      <Outlet />
    </>
  )
}

function TokenRow({ token }: { token: ApiToken }) {
  const t = useT()
  const dates = useDates()
  const holder = useHolder()
  const { id, name, state, permissions, organisation, groups, lastFour, madeBy, createdAt, lastUsedOn } = token
  const { refusedCalls, lastRefusedOn } = token
  const where = [organisation?.name ?? t('apiTokens:everywhere'), ...groups.map((group) => group.name)]
  return (
    <PartRow
      main={
        <span className={styles.name}>
          <span>{name}</span>
          <State state={state} />
        </span>
      }
      second={
        <div className={styles.facts}>
          {(state === 'maker-left' || state === 'place-suspended') && (
            <p className={styles.why}>{t(`apiTokens:why.${state}`)}</p>
          )}
          <p>{permissions.map((permission) => t(`permissions:${permission}`)).join(', ')}</p>
          <p>{where.join(', ')}</p>
          <p>
            <span>{endOf(token)}</span>
            <span>
              {lastUsedOn === null ? t('apiTokens:unused') : t('apiTokens:used', { date: dates.day(lastUsedOn) })}
            </span>
          </p>
          {lastRefusedOn !== null && (
            <p>{t('apiTokens:refused', { count: refusedCalls, date: dates.day(lastRefusedOn) })}</p>
          )}
          <p>
            <span>{t('apiTokens:made', { date: dates.dayOf(createdAt), name: madeBy ?? t('lists:anonymized') })}</span>
            <span>{t('apiTokens:end', { end: lastFour })}</span>
          </p>
        </div>
      }
      end={
        <div className={styles.ways}>
          {mayReadTrail(holder) && <Link {...paths.audit({ actor: id })}>{t('apiTokens:trail')}</Link>}
          {state !== 'revoked' && state !== 'expired' && <Revoke token={token} />}
        </div>
      }
    />
  )

  function endOf({ expiresAt, revokedAt }: ApiToken): string {
    if (revokedAt !== null) return t('apiTokens:revoked', { date: dates.dayOf(revokedAt) })
    return t(state === 'expired' ? 'apiTokens:expired' : 'apiTokens:until', { date: dates.dayOf(expiresAt) })
  }
}

const looks = {
  active: { icon: IconCircleCheck, tone: 'good' },
  'maker-left': { icon: IconPlayerPause, tone: 'trouble' },
  'place-suspended': { icon: IconPlayerPause, tone: 'trouble' },
  expired: { icon: IconClockX, tone: 'over' },
  revoked: { icon: IconBan, tone: 'over' },
} as const

function State({ state }: { state: TokenState }) {
  const t = useT()
  const { icon: Icon, tone } = looks[state]
  return (
    <StatusBadge tone={tone} icon={<Icon size={16} stroke={2} aria-hidden />}>
      {t(`apiTokens:state.${state}`)}
    </StatusBadge>
  )
}

function Revoke({ token: { id, name } }: { token: ApiToken }) {
  const t = useT()
  const revoke = useRevokeApiToken(id)
  return (
    <Actions>
      <Action
        icon={IconBan}
        word={t('apiTokens:revoke')}
        label={t('apiTokens:revokeOf', { name })}
        isPending={revoke.isPending}
        onAct={() => revoke.mutate()}
        confirm={{
          kind: 'loss',
          title: t('apiTokens:revoke.title', { name }),
          text: t('apiTokens:revoke.text'),
          stay: t('apiTokens:revoke.stay'),
          leave: t('apiTokens:revoke'),
        }}
      />
    </Actions>
  )
}

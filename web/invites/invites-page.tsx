import { IconUserPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { inviteList } from '../../contract/invites/invite-filter.ts'
import { can } from '../../contract/permissions/can.ts'
import { isNarrowed } from '../lists/list-address.ts'
import { ListContent } from '../lists/list-content.tsx'
import { NoMatch } from '../lists/no-match.tsx'
import { SortSelect } from '../lists/sort-select.tsx'
import { useList } from '../lists/use-list.ts'
import { useRowsPerPage } from '../lists/use-rows-per-page.ts'
import type { InvitesSearch } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { lazyPage } from '../shell/page-part.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { alsoSay, useT } from '../ui/phrases.ts'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { InviteFilters } from './invite-filters.tsx'
import { InviteCards, InviteTable } from './invite-list.tsx'
import { inviteAddress } from './list-search.ts'
import { invitesQuery } from './queries.ts'

/** A table with fewer columns would hide what a card shows. */
const cardsWidth = '(max-width: 1319px)'

/** Loaded when it is opened, with its words, of which some are those of accounts. */
const InviteForm = lazyPage(async () => {
  await alsoSay('accounts')
  return (await import('./invite-form.tsx')).InviteForm
})

/** The patients who were invited, and the form that invites another. */
export function InvitesPage() {
  const t = useT()
  const mayInvite = can(useHolder(), 'invite-patients')
  const navigate = useNavigate()
  const hasCards = useMediaQuery(cardsWidth)
  const opener = useRef<HTMLButtonElement>(null)
  const [isInviting, setInviting] = useState(false)
  const search = useSearch({ from: '/logged-in/invites' })
  const rows = useRowsPerPage(search.perPage)
  const list = useList(invitesQuery, { ...search, perPage: rows.perPage })
  const go = (changed: InvitesSearch, resetScroll = false) => void navigate({ to: '.', search: changed, resetScroll })
  const onChange = (change: Partial<InvitesSearch>) => go(inviteAddress.change(search, change))
  const clear = () => go({ sort: search.sort, perPage: search.perPage })
  const onPerPage = (perPage: number) => {
    rows.remember(perPage)
    onChange({ perPage })
  }
  const sort = inviteAddress.sortOf(search)
  const page = list.data?.page
  const isEmpty = page?.total === 0 && !isNarrowed(search)
  const invite = mayInvite && (
    <Button ref={opener} onClick={() => setInviting(true)}>
      <IconUserPlus size={18} aria-hidden />
      {t('invites:invite')}
    </Button>
  )

  function close() {
    flushSync(() => setInviting(false))
    opener.current?.focus()
  }

  return (
    <Page
      title={t('invites:title')}
      detail={
        page && (
          <span role="status">
            {t(page.totalIsCapped ? 'invites:countCapped' : 'invites:count', { count: page.total })}
          </span>
        )
      }
      actions={!isEmpty && invite}
    >
      {isInviting && (
        <Suspense fallback={null}>
          <InviteForm onClose={close} />
        </Suspense>
      )}
      <InviteFilters search={search} onChange={onChange} onClear={clear} />
      <ListContent
        list={list}
        perPage={rows.perPage}
        loading={t('invites:loading')}
        nothing={
          !isEmpty ? (
            <NoMatch title={t('invites:noMatch.title')} onClear={clear} />
          ) : (
            <Notice
              title={t('invites:empty.title')}
              text={t('invites:empty.text')}
              picture={<IconUserPlus size={40} stroke={1.5} aria-hidden />}
            >
              {invite}
            </Notice>
          )
        }
        onPerPage={onPerPage}
        onTurn={(cursor) => go(inviteAddress.change(search, { cursor }), hasCards)}
      >
        {(invites, isStale) =>
          hasCards ? (
            <>
              <SortSelect
                sort={sort}
                options={inviteList.sorts.map((value) => ({ value, label: t(`invites:sort.${value}`) }))}
                onSort={(changed) => onChange({ sort: changed })}
              />
              <InviteCards invites={invites} isStale={isStale} />
            </>
          ) : (
            <InviteTable
              invites={invites}
              sort={sort}
              onSort={(changed) => onChange({ sort: changed })}
              mayAct={mayInvite}
              isStale={isStale}
            />
          )
        }
      </ListContent>
    </Page>
  )
}

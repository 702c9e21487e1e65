import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OperatorAccess, OperatorEntry } from '../../contract/operator/entry.ts'
import { Time } from '../lists/cells.tsx'
import { PartList, PartRow } from '../lists/part-list.tsx'
import { Answer } from '../loading/waiting.tsx'
import { useDates } from '../preferences/use-dates.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceCards } from '../ui/choice-cards.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { accessQuery, entriesQuery, useAccessChange, useAnswer, useEndEntry } from './entry-queries.ts'
import * as styles from './operator-access-page.module.css'

/** For a tenant's administrators: the rules of operators' access, open requests, and past entries. */
export function OperatorAccessPage() {
  const t = useT()
  const access = useQuery(accessQuery)
  return (
    <Page title={t('shell:page.operatorAccess')} width="narrow">
      <p className={styles.intro}>{t('entry:intro')}</p>
      <Answer query={access} waiting={<RowSkeletons rows={6} label={t('entry:loading')} />}>
        {({ data: { mayEnter, requests } }) => (
          <>
            <Way mayEnter={mayEnter} />
            {(!mayEnter || requests.length > 0) && <Requests requests={requests} />}
          </>
        )}
      </Answer>
      <PartList
        title={t('entry:entries')}
        level={2}
        query={entriesQuery}
        none={t('entry:noEntries')}
        row={(entry) => <EntryRow entry={entry} />}
      />
    </Page>
  )
}

function Way({ mayEnter }: { mayEnter: boolean }) {
  const t = useT()
  const change = useAccessChange()
  const chosen = change.isPending ? change.variables : mayEnter
  return (
    <section className={styles.part}>
      <ChoiceCards
        legend={t('entry:ask.legend')}
        name="mayEnter"
        choices={[
          { value: 'open', label: t('entry:ask.open') },
          { value: 'closed', label: t('entry:ask.closed') },
        ]}
        value={chosen ? 'open' : 'closed'}
        onChange={(value) => change.mutate(value === 'open')}
      />
      <p className={styles.help}>{t(chosen ? 'entry:ask.openHelp' : 'entry:ask.closedHelp')}</p>
    </section>
  )
}

function Requests({ requests }: { requests: OperatorAccess['requests'] }) {
  const t = useT()
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{t('entry:requests')}</h2>
      {requests.length === 0 ? (
        <p className={styles.help}>{t('entry:noRequests')}</p>
      ) : (
        <ul className={styles.rows}>
          {requests.map((request) => (
            <li key={request.id}>
              <Request request={request} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const offeredHours = ['1', '2', '4', '8', '24'] as const

function Request({ request }: { request: OperatorAccess['requests'][number] }) {
  const t = useT()
  const dates = useDates()
  const { id, operator, reason, askedAt, grantedUntil } = request
  const answer = useAnswer(id)
  const [hours, setHours] = useState('2')
  return (
    <div className={styles.request}>
      <p className={styles.who}>
        <span>{`${operator} `}</span>
        <Time at={askedAt} />
      </p>
      <p className={styles.reason}>{reason}</p>
      {grantedUntil === null ? (
        <div className={styles.answer}>
          <SelectField
            label={t('entry:hours')}
            value={hours}
            options={offeredHours.map((value) => ({ value, label: t('entry:hoursOf', { count: Number(value) }) }))}
            onChange={setHours}
          />
          <Button
            aria-label={t('entry:grantOf', { name: operator })}
            isPending={answer.isPending}
            onClick={() => answer.mutate(Number(hours))}
          >
            {t('entry:grant')}
          </Button>
          <Button
            variant="default"
            aria-label={t('entry:refuseOf', { name: operator })}
            isPending={answer.isPending}
            onClick={() => answer.mutate(null)}
          >
            {t('entry:refuse')}
          </Button>
        </div>
      ) : (
        <div className={styles.answer}>
          <p>{t('entry:request.granted', { time: dates.instant(grantedUntil) })}</p>
          <Button variant="default" isPending={answer.isPending} onClick={() => answer.mutate(null)}>
            {t('entry:takeBack')}
          </Button>
        </div>
      )}
    </div>
  )
}

function EntryRow({ entry }: { entry: OperatorEntry }) {
  const t = useT()
  const dates = useDates()
  const { id, operator, reason, enteredAt, endsAt, isRunning } = entry
  const ending = useEndEntry(id)
  const minutes = Math.max(1, Math.round((Date.parse(endsAt) - Date.parse(enteredAt)) / 60_000))
  return (
    <PartRow
      main={operator}
      second={
        <>
          <span className={styles.reason}>{reason}</span>
          <span>
            {isRunning ? t('entry:running', { time: dates.timeOf(endsAt) }) : t('entry:was', { count: minutes })}
          </span>
        </>
      }
      end={
        <>
          <Time at={enteredAt} />
          {isRunning && (
            <Button
              variant="default"
              aria-label={t('entry:endOf', { name: operator })}
              isPending={ending.isPending}
              onClick={() => ending.mutate()}
            >
              {t('entry:end')}
            </Button>
          )}
        </>
      }
    />
  )
}

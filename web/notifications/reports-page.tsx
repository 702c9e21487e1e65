import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { mayKeepNotificationRules } from '../../contract/permissions/can.ts'
import { Introduction } from '../lists/introduction.tsx'
import * as part from '../lists/part-list.module.css'
import { PartList } from '../lists/part-list.tsx'
import { lazyPage } from '../loading/lazy-page.ts'
import { Coming } from '../loading/waiting.tsx'
import { paths } from '../paths.ts'
import { Link } from '../routing/link.tsx'
import { useHolder } from '../session/queries.ts'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { PlainSelect } from '../ui/plain-select.tsx'
import { countsQuery } from './queries.ts'
import { reportsQuery } from './report-queries.ts'
import { ReportRow } from './report-row.tsx'
import * as styles from './rules.module.css'

const Report = lazyPage(async () => (await import('./reporting.tsx')).Report)

/** What was sent to authorities, and whether it arrived; a report is made here of what is ready. */
export function ReportsPage() {
  const t = useT()
  return (
    <Page title={t('shell:page.notificationReports')} width="narrow">
      <PartList
        title={t('notificationReports:list')}
        level={2}
        query={reportsQuery}
        none={t('notificationReports:none')}
        row={(report) => <ReportRow report={report} />}
        more={<WhatIsReady />}
      />
      {/* Below the reports, whose first is in sight at once: what is ready is mostly reported from the list of notifications. */}
      <MakeReport />
      <Introduction>
        <p>{t('notificationReports:intro')}</p>
      </Introduction>
    </Page>
  )
}

/** Leads to what is ready from beside the reports, which may be many above the button that makes another. */
function WhatIsReady() {
  const t = useT()
  const ready = useQuery(countsQuery()).data?.data.ready ?? 0
  return ready > 0 ? <Link {...paths.notifications({ state: 'ready' })}>{t('notificationReports:ready')}</Link> : null
}

/** Without a rule there is nothing to tell; who may make one is led there. */
function NoRules() {
  const t = useT()
  const mayKeepRules = mayKeepNotificationRules(useHolder())
  return (
    <div className={styles.ways}>
      <span className={styles.intro}>{t('notificationReports:noRules')}</span>
      {mayKeepRules && <Link {...paths.notificationRules()}>{t('shell:page.notificationRules')}</Link>}
    </div>
  )
}

function MakeReport() {
  const t = useT()
  const headingId = useId()
  const rules = useQuery(countsQuery()).data?.data.rules ?? []
  const [chosen, setChosen] = useState<string>()
  const rule = rules.find(({ id }) => id === chosen) ?? rules.find(({ toReport }) => toReport > 0) ?? rules[0]
  if (rule === undefined) return <NoRules />
  return (
    <section className={part.part} aria-labelledby={headingId}>
      <h2 id={headingId} className={part.title}>
        {t('notificationReports:make')}
      </h2>
      <div className={styles.ways}>
        <PlainSelect
          aria-label={t('notificationReports:rule')}
          value={rule.id}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          {rules.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </PlainSelect>
        {rule.toReport > 0 ? (
          <Coming>
            <Report rule={rule} ids={null} except={[]} total={rule.toReport} />
          </Coming>
        ) : (
          <span className={styles.intro}>{t('notificationReports:make.none')}</span>
        )}
      </div>
    </section>
  )
}

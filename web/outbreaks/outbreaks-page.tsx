import { IconAdjustments } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import type { getOutbreakRules } from '../../contract/outbreaks/endpoints.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { hoursAsSaid } from '../../contract/limits-and-times.ts'
import type { Outbreak } from '../../contract/outbreaks/outbreak.ts'
import { mayKeepOutbreakRules } from '../../contract/permissions/can.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { Introduction } from '../lists/introduction.tsx'
import { PartList, PartRow } from '../lists/part-list.tsx'
import { usePlaceName } from '../lists/place-name.ts'
import { Answer } from '../loading/waiting.tsx'
import { paths } from '../paths.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useHolder, useUser } from '../session/queries.ts'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { Link } from '../routing/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { OutbreakState } from './outbreak-state.tsx'
import * as styles from './outbreaks.module.css'
import { outbreaksQuery, rulesQuery, useChangeMail } from './queries.ts'

/** The outbreaks at the user's places, and by which rules they are found. */
export function OutbreaksPage() {
  const t = useT()
  const rules = useQuery(rulesQuery())
  const isLookedFor = rules.data?.data.rules.isOn !== false
  return (
    <>
      <Page
        title={t('shell:page.outbreaks')}
        width="narrow"
        actions={
          mayKeepOutbreakRules(useHolder()) && (
            <FormLink
              target={paths.outbreakRules()}
              variant="default"
              icon={IconAdjustments}
              word={t('outbreaks:rules')}
            />
          )
        }
      >
        {!isLookedFor && <NotLookedFor />}
        <List state="open" isLookedFor={isLookedFor} />
        <List state="closed" isLookedFor={isLookedFor} />
        <Introduction>
          <p>{t('outbreaks:intro')}</p>
          <Answer query={rules} waiting={<RowSkeletons rows={2} label={t('shell:loading')} />}>
            {({ data }) => data.rules.isOn && <Standing standing={data} />}
          </Answer>
        </Introduction>
      </Page>
      <Outlet />
    </>
  )
}

function NotLookedFor() {
  const t = useT()
  const mayKeep = mayKeepOutbreakRules(useHolder())
  return (
    <Notice title={t('outbreaks:off')} text={t(mayKeep ? 'outbreaks:offOwnText' : 'outbreaks:offText')}>
      {mayKeep && <FormLink target={paths.outbreakRules()} word={t('outbreaks:switchOn')} />}
    </Notice>
  )
}

/** The rules in a sentence, and whether the user is told by email. */
function Standing({ standing: { rules, isMailed } }: { standing: Reply<typeof getOutbreakRules>['data'] }) {
  const t = useT()
  const change = useChangeMail()
  const isOperator = useUser().entry !== null
  return (
    <>
      <p>
        {t('outbreaks:rules.standing', {
          positives: rules.positives,
          time: hoursAsSaid(rules.withinHours),
          by: t(`outbreaks:rules.by.${rules.countedBy}`),
          sars: rules.daysSarsCov2,
          other: rules.daysOther,
        })}
      </p>
      {!isOperator && (
        <CheckboxField
          name="isMailed"
          label={t('outbreaks:mail')}
          isChecked={change.isPending ? change.variables : isMailed}
          onChange={(isChecked) => change.mutate(isChecked)}
        />
      )}
    </>
  )
}

/** Where nobody looks for outbreaks, a list without any does not say that there are none. */
function List({ state, isLookedFor }: { state: 'open' | 'closed'; isLookedFor: boolean }) {
  const t = useT()
  return (
    <PartList
      title={t(`outbreaks:state.${state}`)}
      level={2}
      query={(cursor) => outbreaksQuery(state, cursor)}
      none={isLookedFor ? t('outbreaks:none') : null}
      row={(outbreak) => <Row outbreak={outbreak} />}
    />
  )
}

function Row({ outbreak }: { outbreak: Outbreak }) {
  const t = useT()
  const dates = useDates()
  const placeName = usePlaceName()
  const { id, group, organisation, unit, analyte, cases, openedAt, lastPositiveAt, zone } = outbreak
  return (
    <PartRow
      main={
        <span className={styles.name}>
          <Link {...paths.outbreak(id)}>
            {[placeName({ ...group, organisation }), unit, analyte].filter(Boolean).join(' · ')}
          </Link>
          {outbreak.closedAt !== null && <OutbreakState outbreak={outbreak} />}
        </span>
      }
      second={[
        t('outbreaks:counted', { count: cases }),
        `${t('outbreaks:opened')}: ${dates.dayOf(openedAt, zone)}`,
        `${t('outbreaks:lastPositive')}: ${dates.dayOf(lastPositiveAt, zone)}`,
      ].join(' · ')}
    />
  )
}

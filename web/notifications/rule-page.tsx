import { IconHistory, IconPencil, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { NotificationRule } from '../../contract/notifications/rules.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { PartList, PartRow } from '../lists/part-list.tsx'
import { Answer } from '../loading/waiting.tsx'
import { paths } from '../paths.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useCrumb } from '../routing/page-crumb.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Page } from '../ui/page.tsx'
import * as field from '../ui/field.module.css'
import { useT } from '../ui/phrases.ts'
import { PlainSelect } from '../ui/plain-select.tsx'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { Mailbox } from './mailbox.tsx'
import { foreseenQuery, useLookBack } from './look-back.ts'
import { LacksInHl7 } from './lacks-in-hl7.tsx'
import { notificationRuleQuery, ruleVersionsQuery } from './queries.ts'
import { Followed, RuleFacts, RuleInShort, RuleStanding, Unkept } from './rule-facts.tsx'
import * as styles from './rules.module.css'

/** A rule: what it asks for, what can be done with it, and what it said before. */
export function RulePage() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/own-tenant/notification-rules/$id' })
  const query = useQuery(notificationRuleQuery(id))
  const rule = query.data?.data
  useCrumb(rule?.name)
  return (
    <>
      <Page
        title={rule?.name ?? t('shell:page.notificationRule')}
        detail={rule && <RuleStanding isOn={rule.isOn} />}
        width="narrow"
      >
        <Answer query={query} waiting={<RowSkeletons rows={6} label={t('shell:loading')} />}>
          {({ data }) => <WholeRule rule={data} />}
        </Answer>
      </Page>
      <Outlet />
    </>
  )
}

function WholeRule({ rule }: { rule: NotificationRule }) {
  const t = useT()
  const dates = useDates()
  const { id, isOn, version, since, madeBy, template } = rule
  return (
    <>
      <div className={styles.ways}>
        <FormLink
          target={paths.editNotificationRule(id)}
          variant="default"
          icon={IconPencil}
          word={t('notificationRules:change')}
        />
        <FormLink
          target={paths.notificationSending(id)}
          variant="default"
          icon={IconSend}
          word={t('notificationReports:sending.open')}
        />
        <LookBack id={id} isOn={isOn} />
      </div>
      <div className={styles.notices}>
        {rule.way === 'mail' && <Mailbox id={id} />}
        {rule.format === 'hl7' && <LacksInHl7 id={id} />}
        <Unkept needed={rule.needed} />
        {template !== null && <Followed template={template} />}
      </div>
      <RuleFacts rule={rule} />
      <p className={styles.made}>
        {t('notificationRules:made', {
          version,
          time: dates.instant(since),
          name: madeBy ?? t('lists:anonymized'),
        })}
      </p>
      <PartList
        title={t('notificationRules:versions')}
        level={2}
        query={(cursor) => ruleVersionsQuery(id, cursor)}
        none={t('notificationRules:versions.none')}
        row={(one) => (
          <PartRow
            main={
              <span className={styles.name}>
                <span>{one.name}</span>
                <RuleStanding isOn={one.isOn} />
              </span>
            }
            second={<RuleInShort rule={one} />}
            end={
              one.until === null
                ? t('notificationRules:since', { since: dates.instant(one.since) })
                : t('notificationRules:until', {
                    since: dates.instant(one.since),
                    until: dates.instant(one.until),
                  })
            }
          />
        )}
      />
    </>
  )
}

/** Days that are offered to look back. */
const offeredDays = [1, 7, 14, 30]

function LookBack({ id, isOn }: { id: string; isOn: boolean }) {
  const t = useT()
  const [days, setDays] = useState(7)
  const look = useLookBack(id)
  const [isAsking, setAsking] = useState(false)
  const why = useId()
  return (
    <>
      <PlainSelect
        aria-label={t('notificationRules:back.days')}
        value={days}
        onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
      >
        {offeredDays.map((count) => (
          <option key={count} value={count}>
            {t('notificationRules:back.daysOf', { count })}
          </option>
        ))}
      </PlainSelect>
      <Button
        variant="default"
        isPending={look.isPending}
        isInactive={!isOn}
        aria-describedby={isOn ? undefined : why}
        onClick={() => setAsking(true)}
      >
        <IconHistory size={16} aria-hidden />
        <span>{t('notificationRules:back')}</span>
      </Button>
      {!isOn && (
        <p id={why} className={field.hint}>
          {t('notificationRules:back.off')}
        </p>
      )}
      {isAsking && (
        <LookBackQuestion
          id={id}
          days={days}
          onStay={() => setAsking(false)}
          onLeave={() => {
            setAsking(false)
            look.mutate(days)
          }}
        />
      )}
    </>
  )
}

interface QuestionProps {
  id: string
  days: number
  onStay: () => void
  onLeave: () => void
}

/** Asks before looking back, once it is known what that would make and what would be missing. */
function LookBackQuestion({ id, days, onStay, onLeave }: QuestionProps) {
  const t = useT()
  const { data, isError } = useQuery(foreseenQuery(id, days))
  const { made, incomplete, missing } = data?.data ?? { made: 0, incomplete: 0, missing: [] }
  const fields = missing
    .map(({ field, tests }) => t('notificationRules:back.field', { field: t(`notifications:field.${field}`), tests }))
    .join(', ')
  const counted = [
    t('notificationRules:back.made', { count: made }),
    ...(incomplete > 0 ? [t('notificationRules:back.incomplete', { count: incomplete, fields })] : []),
  ].join(' ')
  return (
    <ConfirmDialog
      title={t('notificationRules:back.title')}
      text={t('notificationRules:back.text')}
      stay={t('notificationRules:back.stay')}
      leave={t('notificationRules:back')}
      onStay={onStay}
      onLeave={onLeave}
    >
      <p role="status">
        {data !== undefined
          ? counted
          : t(isError ? 'notificationRules:back.uncounted' : 'notificationRules:back.counting')}
      </p>
    </ConfirmDialog>
  )
}

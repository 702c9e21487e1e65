import { IconCircleCheck, IconPlayerPause } from '@tabler/icons-react'
import { hoursAsSaid } from '../../contract/limits-and-times.ts'
import { languageTag } from '../../contract/locales.ts'
import type { NeededField } from '../../contract/notifications/rule-parts.ts'
import type { NotificationRule, NotificationRuleVersion } from '../../contract/notifications/rules.ts'
import { keptAs, kindOf, useFieldNames } from '../lists/notification-state.tsx'
import { paths } from '../paths.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { useDates } from '../preferences/use-dates.ts'
import { Alert } from '../ui/alert.tsx'
import { Facts, given } from '../ui/facts.tsx'
import { Link } from '../routing/link.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import * as styles from './rules.module.css'

type AnyVersion = Pick<
  NotificationRule & NotificationRuleVersion,
  | 'analytes'
  | 'authority'
  | 'contact'
  | 'format'
  | 'groups'
  | 'needed'
  | 'organisations'
  | 'results'
  | 'way'
  | 'withinHours'
>

export function RuleStanding({ isOn }: { isOn: boolean }) {
  const t = useT()
  const Icon = isOn ? IconCircleCheck : IconPlayerPause
  return (
    <StatusBadge tone={isOn ? 'good' : 'over'} icon={<Icon size={16} stroke={2} aria-hidden />}>
      {t(isOn ? 'notificationRules:on' : 'notificationRules:off')}
    </StatusBadge>
  )
}

/** Returns a function that says on a few lines what a rule asks for. */
function useRuleWords() {
  const t = useT()
  const list = new Intl.ListFormat(languageTag(useLocale()))
  const names = useFieldNames()
  return {
    where: ({ organisations, groups }: AnyVersion) =>
      [...organisations, ...groups].map(({ name }) => name).join(', ') || t('notificationRules:everywhere'),
    what: ({ analytes }: AnyVersion) =>
      analytes.length === 0 ? t('notificationRules:everyAnalyte') : list.format(analytes.map(({ name }) => name)),
    results: ({ results }: AnyVersion) => list.format(results.map((result) => t(`results:${result}`))),
    within: ({ withinHours }: AnyVersion) => t('notificationRules:time', { time: hoursAsSaid(withinHours) }),
    needed: ({ needed }: AnyVersion) => (needed.length === 0 ? t('notificationRules:nothingNeeded') : names(needed)),
  }
}

/** What a rule asks for, in short, for a list. */
export function RuleInShort({ rule }: { rule: AnyVersion }) {
  const words = useRuleWords()
  return (
    <div className={styles.facts}>
      <p>{rule.authority}</p>
      <p>{[words.what(rule), words.results(rule), words.within(rule)].join(' · ')}</p>
      <p>{words.where(rule)}</p>
    </div>
  )
}

/** The text that a rule follows, with the day on which it was read. */
export function Followed({
  template,
}: {
  template: Pick<NonNullable<NotificationRule['template']>, 'text' | 'url' | 'readOn'>
}) {
  const t = useT()
  const dates = useDates()
  return (
    <div className={styles.facts}>
      <p>
        <a href={template.url} target="_blank" rel="noreferrer">
          {t('notificationRules:follows', { text: template.text })}
        </a>
      </p>
      <p>{t('notificationRules:read', { date: dates.day(template.readOn) })}</p>
    </div>
  )
}

/** Names the needed details that the tenant does not keep of people. */
export function Unkept({ needed }: { needed: readonly NeededField[] }) {
  const t = useT()
  const names = useFieldNames()
  const { subjectDetails = [] } = usePreferences()
  const unkept = needed.filter((field) => {
    const kind = kindOf(field)
    return kind !== undefined && !subjectDetails.includes(kind)
  })
  if (unkept.length === 0) return null
  return (
    <Alert tone="notice">
      <p>{t('notificationRules:notKept', { fields: names(unkept) })}</p>
      <Link {...paths.ownTenantTab('subjects', { field: keptAs(unkept) })}>{t('notificationRules:notKeptLink')}</Link>
    </Alert>
  )
}

/** All that a rule says. */
export function RuleFacts({ rule }: { rule: NotificationRule }) {
  const t = useT()
  const words = useRuleWords()
  return (
    <Facts
      facts={given([
        [t('notificationRules:authority'), rule.authority],
        [t('notificationRules:contact'), rule.contact],
        [t('notificationRules:places'), words.where(rule)],
        [t('notificationRules:analytes'), words.what(rule)],
        [t('notificationRules:results'), words.results(rule)],
        [t('notificationRules:within'), words.within(rule)],
        [t('notificationRules:needed'), words.needed(rule)],
        [t('notificationRules:format'), t(`notificationRules:format.${rule.format}`)],
        [t('notificationRules:way'), t(`notificationRules:way.${rule.way}`)],
        [t('notificationRules:kits'), rule.assays.map(({ name }) => name).join(', ') || t('notificationRules:noKits')],
      ])}
    />
  )
}

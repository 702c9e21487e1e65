import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import type { NotificationRule } from '../../contract/notifications/rules.ts'
import { notificationTemplates, type NotificationTemplate } from '../../contract/notifications/templates.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { PartList, PartRow } from '../lists/part-list.tsx'
import { paths } from '../paths.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { Link } from '../routing/link.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { TitledCard } from '../ui/titled-card.tsx'
import { notificationRulesQuery } from './queries.ts'
import { Followed, RuleInShort, RuleStanding } from './rule-facts.tsx'
import * as styles from './rules.module.css'

/** For a tenant's administrators: what authorities are told, and templates to begin with. */
export function RulesPage() {
  const t = useT()
  const { countries } = usePreferences()
  const templates = notificationTemplates.filter(({ country }) => countries.includes(country))
  return (
    <>
      <Page
        title={t('shell:page.notificationRules')}
        width="narrow"
        actions={<FormLink target={paths.newNotificationRule()} icon={IconPlus} word={t('notificationRules:create')} />}
      >
        <p className={styles.intro}>{t('notificationRules:intro')}</p>
        <p className={styles.intro}>{t('notificationRules:check')}</p>
        {templates.length > 0 && (
          <TitledCard title={t('notificationRules:templates')} intro={t('notificationRules:templatesIntro')}>
            <ul className={styles.templates}>
              {templates.map((template) => (
                <li key={template.id}>
                  <Template template={template} />
                </li>
              ))}
            </ul>
          </TitledCard>
        )}
        <PartList
          title={t('notificationRules:list')}
          level={2}
          query={notificationRulesQuery}
          none={t('notificationRules:none')}
          row={(rule) => <RuleRow rule={rule} />}
        />
      </Page>
      <Outlet />
    </>
  )
}

function Template({ template }: { template: NotificationTemplate }) {
  const t = useT()
  const begun = useQuery(notificationRulesQuery(undefined)).data?.data.find((rule) => rule.template?.id === template.id)
  return (
    <PartRow
      main={t(`notificationRules:template.${template.id}`)}
      second={
        <>
          <Followed template={template} />
          {begun !== undefined && <p className={styles.used}>{t('notificationRules:isUsed', { name: begun.name })}</p>}
        </>
      }
      ways={
        <FormLink target={paths.newNotificationRule(template.id)} variant="default" word={t('notificationRules:use')}>
          <span className="visually-hidden">{t(`notificationRules:template.${template.id}`)}</span>
        </FormLink>
      }
    />
  )
}

function RuleRow({ rule }: { rule: NotificationRule }) {
  return (
    <PartRow
      main={
        <span className={styles.name}>
          <Link {...paths.notificationRule(rule.id)}>{rule.name}</Link>
          <RuleStanding isOn={rule.isOn} />
        </span>
      }
      second={<RuleInShort rule={rule} />}
    />
  )
}

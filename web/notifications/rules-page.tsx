import { IconPlus } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import type { NotificationRule } from '../../contract/notifications/rules.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { Introduction } from '../lists/introduction.tsx'
import { PartList, PartRow } from '../lists/part-list.tsx'
import { paths } from '../paths.ts'
import { Link } from '../routing/link.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { notificationRulesQuery } from './queries.ts'
import { RuleInShort, RuleStanding } from './rule-facts.tsx'
import { Templates } from './rule-templates.tsx'
import * as styles from './rules.module.css'

/** For a tenant's administrators: what authorities are told, and templates to begin with. */
export function RulesPage() {
  const t = useT()
  return (
    <>
      <Page
        title={t('shell:page.notificationRules')}
        width="narrow"
        actions={<FormLink target={paths.newNotificationRule()} icon={IconPlus} word={t('notificationRules:create')} />}
      >
        <PartList
          title={t('notificationRules:list')}
          level={2}
          query={notificationRulesQuery}
          none={t('notificationRules:none')}
          row={(rule) => <RuleRow rule={rule} />}
        />
        <Introduction>
          <p>{t('notificationRules:intro')}</p>
          <p>{t('notificationRules:check')}</p>
        </Introduction>
        <Templates />
      </Page>
      <Outlet />
    </>
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

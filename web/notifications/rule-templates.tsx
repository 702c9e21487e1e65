import { useQuery } from '@tanstack/react-query'
import { notificationTemplates, type NotificationTemplate } from '../../contract/notifications/templates.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { PartRow } from '../lists/part-list.tsx'
import { paths } from '../paths.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { useT } from '../ui/phrases.ts'
import { TitledCard } from '../ui/titled-card.tsx'
import { notificationRulesQuery } from './queries.ts'
import { Followed, Unkept } from './rule-facts.tsx'
import * as styles from './rules.module.css'

/** The templates of the tenant's countries, each with what it needs and the tenant does not keep. */
export function Templates() {
  const t = useT()
  const { countries } = usePreferences()
  const templates = notificationTemplates.filter(({ country }) => countries.includes(country))
  if (templates.length === 0) return null
  return (
    <TitledCard title={t('notificationRules:templates')} intro={t('notificationRules:templatesIntro')}>
      <ul className={styles.templates}>
        {templates.map((template) => (
          <li key={template.id}>
            <Template template={template} />
          </li>
        ))}
      </ul>
    </TitledCard>
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
          <Unkept needed={template.content.needed} />
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

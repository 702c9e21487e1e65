import { IconPlus, IconSend } from '@tabler/icons-react'
import { FormLink } from '../editing/form-panel.tsx'
import { paths } from '../paths.ts'
import { Notice } from '../ui/notice.tsx'
import { useT } from '../ui/phrases.ts'
import { Templates } from './rule-templates.tsx'

/** In the place of the list, for administrators of a tenant that has no rule: the first step to one. */
export function NoRule() {
  const t = useT()
  return (
    <>
      <Notice
        title={t('notificationRules:noRule.title')}
        text={t('notificationRules:noRule.text')}
        picture={<IconSend size={40} stroke={1.5} aria-hidden />}
      >
        <FormLink target={paths.newNotificationRule()} icon={IconPlus} word={t('notificationRules:create')} />
      </Notice>
      <Templates />
    </>
  )
}

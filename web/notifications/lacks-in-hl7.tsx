import { useQuery } from '@tanstack/react-query'
import { languageTag } from '../../contract/locales.ts'
import { missingSettings } from '../../contract/notifications/hl7-settings.ts'
import { inPlace, paths } from '../paths.ts'
import { Link } from '../routing/link.tsx'
import { Alert } from '../ui/alert.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { sendingQuery } from './report-queries.ts'

/** Says what must be entered before a rule can write a valid message of HL7, so that nobody learns it when something is due. */
export function LacksInHl7({ id }: { id: string }) {
  const t = useT()
  const list = new Intl.ListFormat(languageTag(useLocale()))
  const { data } = useQuery(sendingQuery(id))
  const missing = data === undefined ? [] : missingSettings(data.data.hl7)
  if (missing.length === 0) return null
  const fields = list.format(missing.map((name) => t(`notificationReports:sending.hl7.${name}`)))
  return (
    <Alert tone="notice">
      <p>{t('notificationReports:sending.hl7.lacks', { place: t('notificationReports:sending.open'), fields })}</p>
      <Link {...inPlace(paths.notificationSending(id, { field: `hl7.${missing[0]}` }))}>
        {t('notificationReports:sending.enter')}
      </Link>
    </Alert>
  )
}

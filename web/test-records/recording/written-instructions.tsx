import { useQuery } from '@tanstack/react-query'
import { assayForRecordingQuery } from '../../assays/queries.ts'
import { usePreferences } from '../../preferences/preferences.ts'
import { IllustratedText } from '../../ui/illustrated-text.tsx'
import { instructionsIn, languagesOf } from '../../ui/instructions.ts'
import { useLocale, useT } from '../../ui/phrases.ts'

/** The instructions of an assay in the reader's language, else in the tenant's, else in any language. */
export function WrittenInstructions({ assayId }: { assayId: string }) {
  const t = useT()
  const locale = useLocale()
  const { defaultLanguage } = usePreferences()
  const { data, isError } = useQuery(assayForRecordingQuery(assayId))
  if (isError) return <span>{t('recordingDetails:instructions.failed')}</span>
  if (data === undefined) return <span>{t('recording:loading')}</span>
  const written = languagesOf(data.data)
  const shown = [locale, defaultLanguage].find((one) => written.includes(one)) ?? written[0]
  // The instructions may have been removed since the form was opened.
  if (shown === undefined) return null
  return <IllustratedText {...instructionsIn(data.data, shown)} />
}

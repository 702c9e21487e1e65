import type { Locale } from '../locales.ts'
import type { CustomIdNames, SubjectSettings } from './preferences.ts'

export function customIdNamesIn({ names, customId1, customId2 }: SubjectSettings, locale: Locale): CustomIdNames {
  return names?.[locale] ?? { customId1, customId2 }
}

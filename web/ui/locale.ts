import { defaultLocale, languageTag, localeFor, locales, type Language, type Locale } from '../../contract/locales.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { inBrowser, wantedLanguages } from '../browser.ts'

const key = 'lateral.locale'

type Languages = Pick<Preferences, 'availableLanguages' | 'defaultLanguage'>

/** A visitor's locale: their stored choice, else the browser's among the tenant's, else the tenant's default. */
export function chooseLocale(offered: Languages, wanted: readonly string[] = wantedLanguages()): Locale {
  const stored = storedLocale()
  if (stored !== undefined && offered.availableLanguages.includes(stored)) return stored
  for (const tag of wanted) {
    const exact = offered.availableLanguages.find((locale) => languageTag(locale) === tag)
    if (exact !== undefined) return exact
    const language = tag.slice(0, 2)
    if (offered.availableLanguages.some((locale) => locale.startsWith(language))) {
      return localeFor(language, offered.availableLanguages, offered.defaultLanguage)
    }
  }
  return offered.defaultLanguage
}

/** The most likely result of `chooseLocale`, for use before the tenant's languages are known. */
export function likelyLocale(wanted: readonly string[] = wantedLanguages()): Locale {
  return chooseLocale({ availableLanguages: [...locales], defaultLanguage: defaultLocale }, wanted)
}

/** A logged-in user's locale: their `lang` among the tenant's locales, or the stored choice if it has that language. */
export function localeOfUser(lang: Language, offered: Languages): Locale {
  const stored = storedLocale()
  if (stored?.startsWith(lang) && offered.availableLanguages.includes(stored)) return stored
  return localeFor(lang, offered.availableLanguages, offered.defaultLanguage)
}

/** Remembers a choice of language in this browser. */
export function storeLocale(locale: Locale): void {
  try {
    inBrowser.setItem(key, locale)
  } catch {
    // Without storage the choice lasts as long as the page.
    return
  }
}

function storedLocale(): Locale | undefined {
  try {
    const stored = inBrowser.getItem(key)
    return locales.find((locale) => locale === stored)
  } catch {
    return undefined
  }
}

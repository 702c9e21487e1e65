import { languageTag, localeFacts } from '../../contract/locales.ts'
import { ownZone as zoneOfClock } from '../browser.ts'
import { localParts } from '../../contract/rules/dates.ts'
import { presentTime } from '../../contract/rules/present.ts'
import { usePreferences } from './preferences.ts'
import { agoText, dayInWords, dayText, instantText, zoneText } from '../ui/date-text.ts'
import { useLocale, useT } from '../ui/phrases.ts'
import { entryFormat, patternHint } from '../ui/typed-date.ts'

export type Dates = ReturnType<typeof useDates>

/** Formats dates by this tenant's patterns in this user's language. */
export function useDates() {
  const t = useT()
  const locale = useLocale()
  const format = usePreferences().dateFormat.web
  const language = languageTag(locale)
  const short = format?.short ?? localeFacts[locale].shortDate
  const dateTime = format?.date_time ?? `${short} HH:mm`
  const clock = /h{1,2}:mm.*$/i.exec(dateTime)?.[0] ?? 'HH:mm'
  const typing = entryFormat(short)
  const ownZone = zoneOfClock()
  const instant = (at: string, zone = ownZone) => instantText(new Date(at), zone, dateTime, language)
  const timeOf = (at: string, zone = ownZone) => instantText(new Date(at), zone, clock, language)
  const nameOfOther = (zone: string, ...instants: readonly string[]) =>
    instants.some((at) => localTime(at, zone) !== localTime(at, ownZone)) ? zoneText(zone, language) : undefined
  const named = (text: string, zone: string, at: string) => [text, nameOfOther(zone, at)].filter(Boolean).join(', ')
  return {
    ownZone,
    patterns: { day: short, time: dateTime },
    /** The pattern for typing dates. */
    typing,
    /** The typing pattern in the letters of this language. */
    hint: patternHint(typing, locale),
    /** The clock by which times of day are shown and typed. */
    clock,
    /** Formats a day given as YYYY-MM-DD. */
    day: (day: string) => dayText(day, short, language),
    /** Formats a day given as YYYY-MM-DD with its month as a word, whatever the tenant's pattern. */
    dayInWords: (day: string) => dayInWords(day, language),
    /** Formats an ISO instant likewise, by the clock of a zone, which is named if the clock here shows another time. */
    inWords: (at: string, zone: string) =>
      named(`${dayInWords(localParts(new Date(at), zone).day, language)}, ${timeOf(at, zone)}`, zone, at),
    /** Formats an ISO instant by the clock here, or by one in another zone. */
    instant,
    /**
     * Formats an instant, or its time of day, by the clock of a zone, and names the zone if the clock here shows
     * another time, for texts without another mention of the zone.
     */
    instantIn: (at: string, zone: string) => named(instant(at, zone), zone, at),
    timeIn: (at: string, zone: string) => named(timeOf(at, zone), zone, at),
    dayOf: (at: string, zone = ownZone) => instantText(new Date(at), zone, short, language),
    zone: (zone: string) => zoneText(zone, language),
    /**
     * The name of a zone whose clock differs from the one here at any of these instants; undefined if it does not,
     * because the name would only be in the way.
     */
    nameOfOther,
    timeOf,
    ago: (at: string, now = presentTime()) => agoText(new Date(at), now, language, t('shell:momentAgo')),
  }
}

function localTime(at: string, zone: string): string {
  return instantText(new Date(at), zone, 'YYYY-MM-DD HH:mm', 'en')
}

import { shortDateFormats } from '../../contract/rules/formats.ts'
import { languageTag } from '../../contract/phrases/translate.ts'
import { ownZone as zoneOfClock } from '../browser.ts'
import { presentTime } from '../../contract/rules/present.ts'
import { usePreferences } from '../tenants/queries.ts'
import { agoText, dayText, instantText, zoneText } from '../ui/date-text.ts'
import { useLocale } from '../ui/phrases.ts'
import { entryFormat, patternHint } from '../ui/typed-date.ts'

export type Dates = ReturnType<typeof useDates>

/** The dates of this tenant in the language of this user. */
export function useDates() {
  const locale = useLocale()
  const format = usePreferences().dateFormat.web
  const language = languageTag(locale)
  const short = format?.short ?? shortDateFormats[locale]
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
    /** The patterns of a day, and of a day with its time. */
    patterns: { day: short, time: dateTime },
    /** The pattern in which dates are typed. */
    typing,
    /** That pattern as readers of this language write it. */
    hint: patternHint(typing, language),
    /** The clock by which times of day are shown and typed. */
    clock,
    /** A day, YYYY-MM-DD, in words. */
    day: (day: string) => dayText(day, short, language),
    /** An ISO instant in words: as the clock here shows it, or one in another zone. */
    instant,
    /**
     * An instant, or its time of day, by the clock of a zone, with the zone's name where the clock here shows another time: for words
     * that stand where nothing else names the zone.
     */
    instantIn: (at: string, zone: string) => named(instant(at, zone), zone, at),
    timeIn: (at: string, zone: string) => named(timeOf(at, zone), zone, at),
    /** The day of an instant. */
    dayOf: (at: string, zone = ownZone) => instantText(new Date(at), zone, short, language),
    /** A zone as people call it. */
    zone: (zone: string) => zoneText(zone, language),
    /**
     * The name of a zone whose clock shows other times at these instants than the one here; undefined where it does not,
     * for there the name would only be in the way.
     */
    nameOfOther,
    timeOf,
    ago: (at: string, now = presentTime()) => agoText(new Date(at), now, language),
  }
}

function localTime(at: string, zone: string): string {
  return instantText(new Date(at), zone, 'YYYY-MM-DD HH:mm', 'en')
}

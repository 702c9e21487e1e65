import { useSubjectSettings } from '../../preferences/preferences.ts'
import { useT, type PhraseKey, type PhraseValues } from '../../ui/phrases.ts'

/** Phrases that speak of people, each with the one for a tenant of animals. */
const phrases = {
  'rounds:none.text': 'rounds:none.textOther',
  'rounds:people': 'rounds:peopleOther',
  'rounds:start.intro': 'rounds:start.introOther',
  'rounds:start.who': 'rounds:start.whoOther',
  'rounds:start.who.all': 'rounds:start.who.allOther',
  'rounds:start.find': 'rounds:start.findOther',
  'rounds:start.find.help': 'rounds:start.find.helpOther',
  'rounds:start.nobody': 'rounds:start.nobodyOther',
  'rounds:start.chooseOne': 'rounds:start.chooseOneOther',
  'rounds:timing.person': 'rounds:timing.personOther',
  'rounds:find': 'rounds:findOther',
  'rounds:find.help': 'rounds:find.helpOther',
  'rounds:find.nobody': 'rounds:find.nobodyOther',
  'rounds:find.nobodyScanned': 'rounds:find.nobodyScannedOther',
  'rounds:keys': 'rounds:keysOther',
  'rounds:sort.name': 'rounds:sort.nameOther',
  'rounds:paper.person': 'rounds:paper.animal',
} as const

/** Returns a function that says a phrase as it fits whom the tenant tests. Any other phrase is said as it is. */
export function useForKind() {
  const t = useT()
  const { kind } = useSubjectSettings()
  return (phrase: PhraseKey, values?: PhraseValues): string =>
    t(kind !== 'human' && isForPeople(phrase) ? phrases[phrase] : phrase, values)
}

function isForPeople(phrase: string): phrase is keyof typeof phrases {
  return Object.hasOwn(phrases, phrase)
}

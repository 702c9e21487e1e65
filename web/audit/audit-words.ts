import type { AuditAction } from '../../contract/audit/actions.ts'
import { actionsOfServer, type AuditEventItem, type AuditValue } from '../../contract/audit/endpoints.ts'
import { id as idSchema, instant } from '../../contract/schema.ts'
import type { Country } from '../../contract/rules/phone-and-postcode.ts'
import { paths, type Target } from '../paths.ts'
import { countryName } from '../ui/country-options.ts'
import { languageName } from '../ui/language-options.ts'
import type { Locale } from '../../contract/rules/formats.ts'
import type { PhraseKey, Translate } from '../ui/phrases.ts'

/** What somebody did. An action of earlier days, for which there are no words any more, is said as it was stored. */
export function actionWords(t: Translate, action: string): string {
  return wordsOr(t, `audit:action.${action}`, action)
}

/** What somebody tried to do and was refused. */
export function triedWords(t: Translate, action: string): string {
  return wordsOr(t, `audit:tried.${action}`, actionWords(t, action))
}

/** What an event says of whoever did it, with what they did it to by name, unless that is they themselves. */
export function eventWords(t: Translate, { action, outcome, actor, resource }: AuditEventItem): string {
  const what = outcome === 'refused' ? triedWords(t, action) : actionWords(t, action)
  if (resource !== null && action === printed) {
    return t('audit:about', { what, name: wordsOr(t, `audit:group.${resource.type}`, resourceWords(t, resource.type)) })
  }
  return resource === null || resource.name === null || resource.id === actor?.id
    ? what
    : t('audit:about', { what, name: resource.name })
}

/** Of a list there is no name: it is known by what its rows are. */
const printed: AuditAction = 'list.printed'

/** What kind of thing an event is about. */
export function resourceWords(t: Translate, type: string): string {
  return wordsOr(t, `audit:resource.${type}`, type)
}

/** Who it was: by name, or as one of those who have none. */
export function actorWords(t: Translate, { actor, action }: Pick<AuditEventItem, 'actor' | 'action'>): string {
  if (actor === null) return t(actionsOfServer.has(action) ? 'audit:actor.server' : 'audit:actor.nobody')
  if (actor.name === null) return t('lists:anonymized')
  return actor.isOperator ? t('audit:actor.operator', { name: actor.name }) : actor.name
}

/** What a field of the details is called; of one inside another, with what it is in. */
export function fieldWords(t: Translate, field: string): string {
  return field
    .split('.')
    .map((part) => wordsOr(t, `auditDetails:field.${part}`, wordsOr(t, `fields:${part}`, part)))
    .join(': ')
}

/** What turns a value of the details into words. */
export interface ValueWords {
  t: Translate
  locale: Locale
  /** The names of the ids that have one, by id. */
  names: ReadonlyMap<string, string>
  instant: (at: string) => string
}

/** A value of the details in words: codes by their words, ids by what they are called today, texts as they are. */
export function valueWords(words: ValueWords, field: string, value: AuditValue): string {
  const { t, locale, names } = words
  if (value === null || value === '') return t('audit:detail.nothing')
  if (typeof value === 'boolean') return t(value ? 'audit:yes' : 'audit:no')
  if (typeof value === 'number') return value.toLocaleString(locale.replace('_', '-'))
  if (Array.isArray(value)) {
    return value.length === 0 ? t('audit:detail.nothing') : value.map((one) => valueWords(words, field, one)).join(', ')
  }
  if (idSchema.safeParse(value).success) return names.get(value) ?? value
  switch (field) {
    case 'changed':
    case 'fields':
    case 'filters':
      return fieldWords(t, value)
    case 'defaultLanguage':
    case 'availableLanguages':
    case 'locales':
      return fieldWords(t, value)
    case 'countries':
      return countryName(value as Country, locale) // what the trail keeps of a tenant
    case 'userType':
    case 'filter.user_type':
      return wordsOr(t, `userTypes:${value}`, wordsOr(t, `auditDetails:value.${value}`, value))
    case 'lang':
      return languageName(value)
    case 'country':
      return countryName(value as Country, locale) // what the trail keeps of an address
    case 'endpoint':
    case 'filter.action':
      return actionWords(t, value)
    case 'filter.resource_type':
      return resourceWords(t, value)
    case 'filter.outcome':
      return wordsOr(t, `audit:outcome.${value}`, value)
    case 'filter.sort':
      return wordsOr(t, `audit:sort.${value}`, value)
    case 'filter.result':
      return wordsOr(t, `results:${value}`, wordsOr(t, `auditDetails:value.${value}`, value))
    case 'filter.from':
    case 'filter.to':
      return instant.safeParse(value).success ? words.instant(value) : value
    case 'name':
    case 'description':
    case 'location':
      return value
    default:
      return wordsOr(t, `auditDetails:value.${value}`, value)
  }
}

/** Where the thing that an event is about has a page. */
export function pageOf({ type, id, name }: NonNullable<AuditEventItem['resource']>): Target | undefined {
  if (id === null) return undefined
  const crumb = name === null ? {} : { crumb: name }
  switch (type) {
    case 'group':
      return paths.group(id, crumb)
    case 'organisation':
      return paths.organisation(id, crumb)
    case 'subject':
      return paths.subject(id)
    case 'test-record':
      return paths.testRecord(id, crumb)
    case 'user':
      return name === null ? undefined : paths.user(id, crumb)
    default:
      return undefined
  }
}

function wordsOr(t: Translate, key: string, otherwise: string): string {
  const words = t(key as PhraseKey) // a name from the trail; where there are no words for it, the key comes back
  return words === key ? otherwise : words
}

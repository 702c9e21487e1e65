import type { AuditAction } from '../../contract/audit/actions.ts'
import { actionsOfServer, type AuditEventItem, type AuditValue } from '../../contract/audit/endpoints.ts'
import { id as idSchema, instant } from '../../contract/schema.ts'
import type { Country } from '../../contract/rules/phone-and-postcode.ts'
import { paths, type Target } from '../paths.ts'
import { countryName } from '../ui/country-options.ts'
import { languageName } from '../ui/language-options.ts'
import { languageTag, locales, type Locale } from '../../contract/locales.ts'
import type { PhraseKey, Translate } from '../ui/phrases.ts'

/** An action in words. An old action without a phrase is returned as it was stored. */
export function actionWords(t: Translate, action: string): string {
  return wordsOr(t, `audit:action.${action}`, action)
}

export function triedWords(t: Translate, action: string): string {
  return wordsOr(t, `audit:tried.${action}`, actionWords(t, action))
}

/** An event in words about its actor, with the name of the resource, unless that is the actor. */
export function eventWords(t: Translate, { action, outcome, actor, resource }: AuditEventItem): string {
  const what = outcome === 'refused' ? triedWords(t, action) : actionWords(t, action)
  if (resource !== null && action === printed) {
    return t('audit:about', { what, name: wordsOr(t, `audit:group.${resource.type}`, resourceWords(t, resource.type)) })
  }
  return resource === null || resource.name === null || resource.id === actor?.id
    ? what
    : t('audit:about', { what, name: resource.name })
}

/** A list has no name and is identified by the kind of its rows. */
const printed: AuditAction = 'list.printed'

export function resourceWords(t: Translate, type: string): string {
  return wordsOr(t, `audit:resource.${type}`, type)
}

/** The actor by name, or as one of those without a name. */
export function actorWords(t: Translate, { actor, action }: Pick<AuditEventItem, 'actor' | 'action'>): string {
  if (actor === null) return t(actionsOfServer.has(action) ? 'audit:actor.server' : 'audit:actor.nobody')
  if (actor.name === null) return t('lists:anonymized')
  return actor.isOperator ? t('audit:actor.operator', { name: actor.name }) : actor.name
}

/** The label of a field of the details; for a nested field, with its parent's label. */
export function fieldWords({ t, locale }: Pick<ValueWords, 't' | 'locale'>, field: string): string {
  const words = field.split('.').map((part) => {
    const named = locales.find((one) => one === part)
    if (named !== undefined) return languageName(languageTag(named), languageTag(locale))
    return wordsOr(t, `auditDetails:field.${part}`, wordsOr(t, `fields:${part}`, part))
  })
  return words.join(': ')
}

export interface ValueWords {
  t: Translate
  locale: Locale
  /** The names of those ids that have one, by id. */
  names: ReadonlyMap<string, string>
  instant: (at: string) => string
}

/** A value of the details in words: codes by their phrases, ids by their present names, texts unchanged. */
export function valueWords(words: ValueWords, field: string, value: AuditValue): string {
  const { t, locale, names } = words
  if (value === null || value === '') return t('audit:detail.nothing')
  if (typeof value === 'boolean') return t(value ? 'lists:yes' : 'lists:no')
  if (typeof value === 'number') return value.toLocaleString(languageTag(locale))
  if (Array.isArray(value)) {
    return value.length === 0 ? t('audit:detail.nothing') : value.map((one) => valueWords(words, field, one)).join(', ')
  }
  if (idSchema.safeParse(value).success) return names.get(value) ?? value
  switch (field) {
    case 'changed':
    case 'fields':
    case 'filters':
    case 'defaultLanguage':
    case 'availableLanguages':
    case 'locales':
      return fieldWords(words, value)
    case 'countries':
      return countryName(value as Country, locale) // the audit trail stores valid countries of a tenant
    case 'userType':
    case 'filter.user_type':
      return wordsOr(t, `userTypes:${value}`, wordsOr(t, `auditDetails:value.${value}`, value))
    case 'lang':
      return languageName(value)
    case 'country':
      return countryName(value as Country, locale) // the audit trail stores valid countries of an address
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
      return value
        .split(',')
        .map((result) => wordsOr(t, `results:${result}`, wordsOr(t, `auditDetails:value.${result}`, result)))
        .join(', ')
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
  const words = t(key as PhraseKey) // a name from the trail; without a phrase, the key comes back
  return words === key ? otherwise : words
}

import type { ResourceType } from '../../contract/audit/resource-types.ts'
import type { AuditEventItem, AuditValue } from '../../contract/audit/endpoints.ts'
import { id as idSchema, instant } from '../../contract/schema.ts'
import type { Country } from '../../contract/rules/countries.ts'
import { languageTag, locales, type Locale } from '../../contract/locales.ts'
import { paths, type Target } from '../paths.ts'
import { countryName } from '../ui/country-options.ts'
import { languageName } from '../ui/language-options.ts'
import type { Translate } from '../ui/phrases.ts'
import { actionWords, resourceWords, wordsOr } from './audit-words.ts'

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
  if (value === null || value === '') return t('auditDetails:nothing')
  if (typeof value === 'boolean') return t(value ? 'lists:yes' : 'lists:no')
  if (typeof value === 'number') return value.toLocaleString(languageTag(locale))
  if (Array.isArray(value)) {
    return value.length === 0 ? t('auditDetails:nothing') : value.map((one) => valueWords(words, field, one)).join(', ')
  }
  if (idSchema.safeParse(value).success) return names.get(value) ?? value
  switch (field) {
    case 'changed':
    case 'fields':
    case 'filters':
    case 'defaultLanguage':
    case 'availableLanguages':
    case 'locales':
    case 'subjectDetails':
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
      return wordsOr(t, `auditDetails:endpoint.${value}`, actionWords(t, value))
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

type PageOf = (id: string, crumb: { crumb?: string }) => Target

/** The page of a row by its type. Types without a page of their own have none here, such as the parts of a test. */
const pages: Record<ResourceType, PageOf | undefined> = {
  'api-token': () => paths.apiTokens(),
  assay: paths.assay,
  'assay-picture': undefined,
  'audit-event': paths.auditEvent,
  'device-image': undefined,
  group: paths.group,
  import: undefined,
  invite: undefined,
  'operator-entry': undefined,
  'operator-request': undefined,
  organisation: paths.organisation,
  outbreak: paths.outbreak,
  round: paths.round,
  subject: (id) => paths.subject(id),
  tenant: undefined,
  'test-record': paths.testRecord,
  'test-run': undefined,
  'test-set': paths.testSet,
  'testing-algorithm': paths.testingAlgorithm,
  user: paths.user,
  webhook: () => paths.webhooks(),
  notification: () => paths.notifications({ state: 'all', sort: '-due_at' }),
  'notification-report': () => paths.notificationReports(),
  'notification-rule': () => paths.notificationRules(),
}

/** The page of what an event is about, or undefined where it has none any more. */
export function pageOf({ type, id, name }: NonNullable<AuditEventItem['resource']>): Target | undefined {
  // Erased people have no page.
  if (id === null || (type === 'user' && name === null)) return undefined
  // The type may be an obsolete one.
  return (pages as Partial<Record<string, PageOf>>)[type]?.(id, name === null ? {} : { crumb: name })
}

import * as z from 'zod/mini'
import { doneOncePerKey, endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../listing.ts'
import { loincCode, snomedCode } from '../rules/assay-codes.ts'
import { results } from '../rules/results.ts'
import { dataOf, emptyIsNull, formalText, id, ids, optionalProse, rule, text } from '../schema.ts'
import { ifMatch } from '../versions.ts'
import { mostDaysBack, mostWithinHours, neededFieldNames, notificationFormats, notificationWays } from './rule-parts.ts'
import { templateIds } from './template-ids.ts'

const requires = { rule: 'mayKeepNotificationRules' } as const

/**
 * An analyte that a rule is about. A line of a kit is this analyte if it has one of its codes; a line without any code is,
 * if it has its name.
 */
const ruleAnalyte = z.strictObject({ name: text(100), loinc: emptyIsNull(loincCode), snomed: emptyIsNull(snomedCode) })
export type RuleAnalyte = z.infer<typeof ruleAnalyte>

const noneTwice = <T>() => rule<T[]>('malformed', (list) => new Set(list).size === list.length)

/** The content of a rule in a request. */
export const notificationRuleForm = z.strictObject({
  name: text(100),
  /** The name of the authority that is told, such as UKHSA. */
  authority: text(100),
  /** How the authority is reached, and whom to ask there. */
  contact: optionalProse(500),
  /** The places that it is for. With none of either, it is for the whole tenant. */
  organisationIds: ids(200),
  groupIds: ids(200),
  /** The analytes that it is for; none means every analyte. */
  analytes: z.array(ruleAnalyte).check(z.maxLength(50)),
  /** A record matches if a line of these analytes has one of these results. */
  results: z.array(z.enum(results)).check(z.minLength(1), noneTwice()),
  /** Hours from the time of a record version, whatever the clocks do meanwhile. */
  withinHours: z.int().check(z.minimum(1), z.maximum(mostWithinHours)),
  /** What must be known before it may be told. */
  needed: z.array(z.enum(neededFieldNames)).check(noneTwice()),
  format: z.enum(notificationFormats),
  way: z.enum(notificationWays),
  isOn: z.boolean(),
})
export type NotificationRuleForm = z.infer<typeof notificationRuleForm>

/** A new rule, with the template that it begins with. A change keeps the template. */
export const newNotificationRule = z.extend(notificationRuleForm, {
  template: z._default(z.nullable(z.enum(templateIds)), null),
})
export type NewNotificationRule = z.infer<typeof newNotificationRule>

const named = z.strictObject({ id, name: z.string() })

const ruleVersion = {
  id,
  name: z.string(),
  authority: z.string(),
  contact: z.nullable(z.string()),
  organisations: z.array(named),
  groups: z.array(named),
  analytes: z.array(
    z.strictObject({ name: z.string(), loinc: z.nullable(z.string()), snomed: z.nullable(z.string()) }),
  ),
  results: z.array(z.enum(results)),
  withinHours: z.int(),
  needed: z.array(z.enum(neededFieldNames)),
  format: z.enum(notificationFormats),
  way: z.enum(notificationWays),
  isOn: z.boolean(),
  /** The template that it began with, the law or guidance that this follows, and the day (YYYY-MM-DD) on which it was read. */
  template: z.nullable(z.strictObject({ id: z.string(), text: z.string(), url: z.string(), readOn: z.string() })),
  version: z.int(),
  /** From when this version is in force, as ISO 8601 in UTC. */
  since: z.string(),
  /** Who made this version; null for a user who has left. */
  madeBy: z.nullable(z.string()),
}

const notificationRule = z.strictObject({
  ...ruleVersion,
  /** The tenant's kits in use of which a line is one of its analytes, by name. */
  assays: z.array(named),
})
export type NotificationRule = z.infer<typeof notificationRule>

export const notificationRuleList = listQuery({ filters: {}, sorts: ['created_at'], default: 'created_at' })

export const listNotificationRules = endpoint('listNotificationRules', 'GET /notification-rules', {
  summary: 'Rules about what is told to authorities, the oldest first',
  requires,
  query: notificationRuleList.page,
  replies: { 200: listOf(notificationRule) },
})

export const getNotificationRule = endpoint('getNotificationRule', 'GET /notification-rules/{id}', {
  summary: 'One rule about what is told to an authority',
  requires,
  replies: { 200: dataOf(notificationRule) },
})

/** 422 at `organisationIds` or `groupIds` for places of nobody, and at `name` if the tenant has too many rules. */
export const createNotificationRule = endpoint('createNotificationRule', 'POST /notification-rules', {
  summary: 'Make a rule; it tells of what is recorded from then on, once it is on',
  requires,
  headers: doneOncePerKey,
  body: newNotificationRule,
  replies: { 201: dataOf(notificationRule), 200: dataOf(notificationRule) },
  audit: 'notification-rule.created',
})

/** Makes a new version of a rule, which is in force from now on. A change that changes nothing makes none. */
export const changeNotificationRule = endpoint('changeNotificationRule', 'PUT /notification-rules/{id}', {
  summary: 'Change a rule',
  requires,
  headers: ifMatch,
  body: notificationRuleForm,
  replies: { 200: dataOf(notificationRule) },
  audit: 'notification-rule.changed',
})

const notificationRuleVersion = z.strictObject({
  ...ruleVersion,
  /** The number of the version, as text. */
  id: z.string(),
  /** Until when this version was in force; null for the present one. */
  until: z.nullable(z.string()),
})
export type NotificationRuleVersion = z.infer<typeof notificationRuleVersion>

export const notificationRuleVersionList = listQuery({ filters: {}, sorts: ['-version'], default: '-version' })

/** Lists what a rule said and when that was in force. */
export const listNotificationRuleVersions = endpoint(
  'listNotificationRuleVersions',
  'GET /notification-rules/{id}/versions',
  {
    summary: 'The versions of a rule, the latest first',
    requires,
    query: notificationRuleVersionList.page,
    replies: { 200: listOf(notificationRuleVersion) },
  },
)

/**
 * Makes items for records that were performed in the last days and that the present version of a rule asks for, as far as
 * there are none. Repeating it makes none twice. 409 `not-possible` while the rule is off.
 */
export const lookBack = endpoint('lookBack', 'PUT /notification-rules/{id}/look-back', {
  summary: 'Find what a rule would have asked for in the last days',
  requires,
  body: z.strictObject({ days: z.int().check(z.minimum(1), z.maximum(mostDaysBack)) }),
  replies: { 200: dataOf(z.strictObject({ made: z.int() })) },
  audit: 'notification-rule.looked-back',
})

/** What a look back would make: its notifications, and of how many a field is missing, the most frequent first. */
const foreseen = z.strictObject({
  made: z.int(),
  incomplete: z.int(),
  missing: z.array(z.strictObject({ field: z.enum(neededFieldNames), tests: z.int() })),
})
export type ForeseenLookBack = z.infer<typeof foreseen>

/** Tells what `lookBack` would make, and makes nothing. 409 `not-possible` while the rule is off. */
export const foreseeLookBack = endpoint('foreseeLookBack', 'GET /notification-rules/{id}/look-back', {
  summary: 'What looking back would make, and what would be missing',
  requires,
  query: z.strictObject({
    days: z.pipe(
      formalText(3).check(rule('malformed', (days) => /^[1-9]\d*$/.test(days) && Number(days) <= mostDaysBack)),
      z.transform((days) => Number(days)),
    ),
  }),
  replies: { 200: dataOf(foreseen) },
})

import { isDeepStrictEqual } from 'node:util'
import type { Query, Reply } from '../../contract/endpoint.ts'
import { mostNotificationRules } from '../../contract/notifications/rule-parts.ts'
import type {
  ForeseenLookBack,
  listNotificationRules as listEndpoint,
  listNotificationRuleVersions as versionsEndpoint,
  NewNotificationRule,
  NotificationRule,
  NotificationRuleForm,
} from '../../contract/notifications/rules.ts'
import { notificationTemplates } from '../../contract/notifications/templates.ts'
import { recordDone } from '../access/audit/audit.ts'
import { asSeen } from '../access/changing/touched.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { Failure, found, invalid } from '../platform/failure.ts'
import { tellOfDeadlines } from './deadlines-service.ts'
import { beginFollow, clockOf, lockFollow, takenBack } from './making-repository.ts'
import { makeItemsBack } from './making-service.ts'
import { isOf } from './matching.ts'
import { countMissing } from './repository.ts'
import * as rows from './rules-repository.ts'
import { requirePeople } from './service.ts'

/** Throws `not-possible` for a tenant of animals. */
export async function listNotificationRules(
  scope: ActorScope,
  query: Query<typeof listEndpoint>,
): Promise<Reply<typeof listEndpoint>> {
  requirePeople(scope)
  const { items, page } = await rows.listRuleRows(scope, query)
  const around = await findAround(scope, items)
  return { data: items.map((row) => shown(row, around)), page }
}

/** Throws `not-found`. */
export async function getNotificationRule(scope: ActorScope, id: string): Promise<NotificationRule> {
  const row = found(await rows.findRule(scope, id))
  return shown(row, await findAround(scope, [row]))
}

/** Throws `not-found`. */
export async function listNotificationRuleVersions(
  scope: ActorScope,
  id: string,
  query: Query<typeof versionsEndpoint>,
): Promise<Reply<typeof versionsEndpoint>> {
  found(await rows.findRule(scope, id))
  const { items, page } = await rows.listVersionRows(scope, id, query)
  const around = await findAround(scope, items)
  const data = items.map((row) => ({
    ...versionOf(row, around),
    id: String(row.version),
    until: row.until?.toISOString() ?? null,
  }))
  return { data, page }
}

/**
 * Makes a rule with this id, which is in force from now on. Throws `not-possible` for a tenant of animals, and `validation`
 * for places that the tenant has not, for forms on paper that are to be sent, and for too many rules.
 */
export async function createNotificationRule(
  scope: ActorScope,
  { template: templateId, ...form }: NewNotificationRule,
  id: string,
): Promise<NotificationRule> {
  requirePeople(scope)
  await beginFollow(scope)
  await lockFollow(scope)
  if ((await rows.countRules(scope)) >= mostNotificationRules) {
    throw invalid('name', 'tooMany', { most: mostNotificationRules })
  }
  await requireSound(scope, form)
  const since = await clockOf(scope)
  const chosen = notificationTemplates.find((template) => template.id === templateId)
  const template =
    chosen === undefined ? null : { id: chosen.id, text: chosen.text, url: chosen.url, readOn: chosen.readOn }
  await rows.insertRule(scope, id)
  await rows.insertRuleVersion(scope, id, { version: 1, since, onSince: form.isOn ? since : null, form, template })
  await recordDone(scope, 'notification-rule.created', id, { version: 1 })
  return await getNotificationRule(scope, id)
}

/**
 * Makes a new version of a rule, which is in force from now on. Equal content leaves no trace. Throws `not-found`,
 * `stale-version`, and `validation` for places that the tenant has not and for forms on paper that are to be sent.
 */
export async function changeNotificationRule(
  scope: ActorScope,
  id: string,
  version: number,
  form: NotificationRuleForm,
): Promise<NotificationRule> {
  await lockFollow(scope)
  const row = asSeen(await rows.findRule(scope, id), version)
  if (!isDeepStrictEqual(formOf(row), form)) {
    await requireSound(scope, form)
    const since = await clockOf(scope)
    const onSince = form.isOn ? (row.on_since ?? since) : null
    await rows.insertRuleVersion(scope, id, { version: version + 1, since, onSince, form, template: row.template })
    await recordDone(scope, 'notification-rule.changed', id, { version: version + 1 })
  }
  return await getNotificationRule(scope, id)
}

/** Makes items for the records of the last days. Throws `not-found`, and `not-possible` while the rule is off. */
export async function lookBack(scope: ActorScope, id: string, days: number): Promise<number> {
  await requireOn(scope, id)
  const made = await makeItemsBack(scope, id, days)
  await tellOfDeadlines(scope)
  await recordDone(scope, 'notification-rule.looked-back', id, { hours: days * 24, tests: made.length })
  return made.length
}

/** Tells what `lookBack` would make. It is made and taken back at once, so that both are found by the same rules. Throws as that does. */
export async function foreseeLookBack(scope: ActorScope, id: string, days: number): Promise<ForeseenLookBack> {
  await requireOn(scope, id)
  return await takenBack(scope, async () => await countMissing(scope, await makeItemsBack(scope, id, days)))
}

async function requireOn(scope: ActorScope, id: string): Promise<void> {
  const row = found(await rows.findRule(scope, id))
  if (row.on_since === null) throw new Failure('not-possible')
}

async function requireSound(scope: Scope, form: NotificationRuleForm): Promise<void> {
  const { organisationIds, groupIds, format, way } = form
  if (format === 'printed' && way !== 'download') throw invalid('way', 'printedByHand')
  const known = await rows.findPlaces(scope, 'organisations', organisationIds)
  if (known.length < organisationIds.length) throw invalid('organisationIds', 'unknownReference')
  const groups = await rows.findPlaces(scope, 'groups', groupIds)
  if (groups.length < groupIds.length) throw invalid('groupIds', 'unknownReference')
}

type Row = Omit<rows.RuleRow, 'id'> & { id: string }

function formOf(row: Row): NotificationRuleForm {
  return {
    name: row.name,
    authority: row.authority,
    contact: row.contact,
    organisationIds: row.organisation_ids,
    groupIds: row.group_ids,
    analytes: row.analytes,
    results: row.results,
    withinHours: row.within_hours,
    needed: row.needed,
    format: row.format,
    way: row.way,
    isOn: row.on_since !== null,
  }
}

/** What rules are shown with: the names of their places, and the kits of the tenant. */
interface Around {
  organisations: readonly { id: string; name: string }[]
  groups: readonly { id: string; name: string }[]
  kits: Awaited<ReturnType<typeof rows.listKits>>
}

async function findAround(scope: Scope, shownRows: readonly Row[]): Promise<Around> {
  const all = (ids: (row: Row) => readonly string[]) => [...new Set(shownRows.flatMap(ids))]
  return {
    organisations: await rows.findPlaces(
      scope,
      'organisations',
      all((row) => row.organisation_ids),
    ),
    groups: await rows.findPlaces(
      scope,
      'groups',
      all((row) => row.group_ids),
    ),
    kits: await rows.listKits(scope),
  }
}

function versionOf(row: Row, { organisations, groups }: Around) {
  const { organisationIds, groupIds, ...rest } = formOf(row)
  return {
    id: row.id,
    ...rest,
    organisations: organisations.filter(({ id }) => organisationIds.includes(id)),
    groups: groups.filter(({ id }) => groupIds.includes(id)),
    template: row.template,
    version: row.version,
    since: row.since.toISOString(),
    madeBy: row.made_by_name,
  }
}

function shown(row: Row, around: Around): NotificationRule {
  const isKnown = (kit: Around['kits'][number]) => kit.analytes.some((line) => isOf(row.analytes, line))
  const assays = around.kits.filter(isKnown).map(({ id, name }) => ({ id, name }))
  return { ...versionOf(row, around), assays }
}

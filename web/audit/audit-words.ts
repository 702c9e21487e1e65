import type { AuditAction } from '../../contract/audit/event-names.ts'
import { actionsOfServer, type AuditEventItem } from '../../contract/audit/endpoints.ts'
import type { PhraseKey, Translate } from '../ui/phrases.ts'

/** An action in words. An old action without a phrase is returned as it was stored. */
export function actionWords(t: Translate, action: string): string {
  return wordsOr(t, `audit:action.${action}`, action)
}

/** A refused action in words, once the phrases of attempts are loaded. */
export function triedWords(t: Translate, action: string): string {
  return wordsOr(t, `auditAttempts:${action}`, actionWords(t, action))
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
  if (actor.isMachine) return t('audit:actor.machine', { name: actor.name })
  return actor.isOperator ? t('audit:actor.operator', { name: actor.name }) : actor.name
}

/** The phrase of a name from the trail, or other words for a name without one. */
export function wordsOr(t: Translate, key: string, otherwise: string): string {
  const words = t(key as PhraseKey) // a name from the trail; without a phrase, the key comes back
  return words === key ? otherwise : words
}

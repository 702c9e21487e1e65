import { describe, expect, test } from 'vitest'
import { refusedCalls } from '../endpoints.ts'
import { everyLocale } from '../phrases/every-locale.ts'
import { locales } from '../locales.ts'
import { auditActions, resourceTypes, auditFields } from './event-names.ts'
import { actionsOfServer } from './endpoints.ts'

describe.each(locales)('%s', (locale) => {
  const {
    audit,
    auditDetails,
    fields,
  }: Record<'audit' | 'auditDetails' | 'fields', Record<string, string | undefined>> = everyLocale[locale]

  test('has words for every action and value of the trail', () => {
    const nouns = auditActions.map((action) => action.split('.')[0])
    const keys = [
      ...[...auditActions, ...refusedCalls].map((action) => `action.${action}`),
      // The server's own actions are never refused.
      ...[...auditActions, ...refusedCalls]
        .filter((action) => !actionsOfServer.has(action))
        .map((action) => `tried.${action}`),
      ...nouns.map((noun) => `group.${noun}`),
      ...resourceTypes.map((type) => `resource.${type}`),
    ]
    expect(keys.filter((key) => audit[key] === undefined)).toEqual([])
    const named = (field: string) => auditDetails[`field.${field}`] ?? fields[field]
    expect(auditFields.filter((field) => named(field) === undefined)).toEqual([])
  })

  test('has words for no call that an action stands for, or that is gone', () => {
    // The filter of the trail offers the calls that have words.
    const calls = Object.keys(audit).flatMap((key) => /^tried\.(\w+)$/.exec(key)?.[1] ?? [])
    expect(calls.toSorted()).toEqual([...refusedCalls].toSorted())
  })
})

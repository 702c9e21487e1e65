import { describe, expect, test } from 'vitest'
import { refusedCalls } from '../endpoints.ts'
import { everyLocale } from '../phrases/every-locale.ts'
import { locales } from '../locales.ts'
import { auditActions, auditFields } from './event-names.ts'
import { resourceTypes } from './resource-types.ts'
import { actionsOfServer } from './endpoints.ts'

describe.each(locales)('%s', (locale) => {
  const {
    audit,
    auditAttempts,
    auditDetails,
    fields,
  }: Record<'audit' | 'auditAttempts' | 'auditDetails' | 'fields', Record<string, string | undefined>> = everyLocale[
    locale
  ]

  test('has words for every action and value of the trail', () => {
    const nouns = auditActions.map((action) => action.split('.')[0])
    const keys = [
      ...auditActions.map((action) => `action.${action}`),
      ...nouns.map((noun) => `group.${noun}`),
      ...resourceTypes.map((type) => `resource.${type}`),
    ]
    expect(keys.filter((key) => audit[key] === undefined)).toEqual([])
    // The server's own actions are never refused.
    const attempts = [...auditActions, ...refusedCalls].filter((action) => !actionsOfServer.has(action))
    expect(attempts.filter((action) => auditAttempts[action] === undefined)).toEqual([])
    expect(refusedCalls.filter((call) => auditDetails[`endpoint.${call}`] === undefined)).toEqual([])
    const named = (field: string) => auditDetails[`field.${field}`] ?? fields[field]
    expect(auditFields.filter((field) => named(field) === undefined)).toEqual([])
  })

  test('has words for no call that an action stands for, or that is gone', () => {
    // The filter of the trail offers the calls that have words.
    const calls = Object.keys(auditAttempts).filter((key) => /^\w+$/.test(key))
    expect(calls.toSorted()).toEqual([...refusedCalls].toSorted())
  })
})

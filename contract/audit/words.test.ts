import { describe, expect, test } from 'vitest'
import { endpoints } from '../endpoints.ts'
import { everyLocale } from '../phrases/every-locale.ts'
import { locales } from '../rules/formats.ts'
import { auditActions, refusedCalls } from './actions.ts'
import { auditFields } from './details.ts'
import { resourceTypes } from './resource-types.ts'
import { actionsOfServer } from './endpoints.ts'

test('every endpoint for users has an action, or is listed among those that are recorded only when refused', () => {
  const without = endpoints.filter(({ audit, requires }) => audit === undefined && requires !== 'anyone')
  expect([...refusedCalls].toSorted()).toEqual(without.map(({ name }) => name).toSorted())
})

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
})

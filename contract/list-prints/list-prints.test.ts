/// <reference types="vite/types/importMeta.d.ts" />
import { expect, test } from 'vitest'
import { endpoints } from '../endpoints.ts'
import type { List } from '../listing.ts'

const modules = import.meta.glob<Record<string, unknown>>(['../*/*.ts', '!../**/*.test.ts'], { eager: true })

function isList(value: unknown): value is List {
  return typeof value === 'object' && value !== null && 'filters' in value && 'whole' in value
}

test('every list that says what its rows are is printed by the callers of one endpoint', () => {
  const lists = Object.values(modules).flatMap((module) => Object.values(module).filter(isList))
  const kinds = lists.flatMap(({ rows }) => rows ?? [])
  expect(kinds.length).toBeGreaterThan(5)
  const printers = endpoints.flatMap(({ prints }) => prints?.rows ?? [])
  expect(printers.toSorted()).toEqual(kinds.toSorted())
  expect(new Set(kinds).size).toBe(kinds.length)
})

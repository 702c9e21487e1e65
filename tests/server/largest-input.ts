import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'

/** The parts of a JSON schema that are read here. */
interface JsonSchema {
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  maxLength?: number
  maximum?: number
  maxItems?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  propertyNames?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/**
 * Letters for the longest texts: those that are folded, composed, split into words, or interpreted as patterns or
 * markup, and those with joiners, variants, or marks to be ordered.
 */
export const worstLetters = [
  'a',
  'e\u0301',
  'b c ',
  '(a|b)*',
  '![1](x)\n\n',
  '\u0628\u200c',
  '\u6f22\ufe00',
  'a\u0301\u0323',
  `a${'\u0301'.repeat(30)}`,
] as const

/**
 * Builds the largest input that a schema accepts, of at most `bytes` as JSON: every field, the longest lists, and the
 * longest texts of these letters. Values that its rules refuse are replaced by those of `sound`, or left out.
 */
export function largestInput(schema: z.ZodMiniType, letters: string, bytes: number, sound: unknown): unknown {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  for (let most = 2000; most >= 1; most = Math.floor(most / 2)) {
    const input = repaired(schema, largest(described, { letters, most, bytes: Math.floor(bytes / 4) }), sound)
    if (Buffer.byteLength(JSON.stringify(input) ?? '') <= bytes) return input
  }
  return sound
}

/** Lists the dotted paths of all texts and lists in a schema. */
export function growingPaths(schema: z.ZodMiniType): { texts: string[]; lists: string[] } {
  const found = { texts: new Set<string>(), lists: new Set<string>() }
  const walk = (part: JsonSchema, path: string[]): void => {
    for (const inner of alternativesOf(part)) walk(inner, path)
    if (part.type === 'string') found.texts.add(path.join('.'))
    if (part.type === 'array') found.lists.add(path.join('.'))
    for (const [name, inner] of Object.entries(part.properties ?? {})) walk(inner, [...path, name])
    if (part.items !== undefined) walk(part.items, [...path, '0'])
    if (typeof part.additionalProperties === 'object') walk(part.additionalProperties, [...path, 'en_GB'])
  }
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, [])
  return { texts: [...found.texts], lists: [...found.lists] }
}

/** Returns the value with another one at a dotted path, creating what is missing on the way. */
export function withAt(value: unknown, path: string, inner: unknown): unknown {
  const copy: unknown = structuredClone(value ?? {})
  setAt(copy, path.split('.'), inner)
  return copy
}

interface Size {
  letters: string
  most: number
  bytes: number
}

function largest(schema: JsonSchema, size: Size): unknown {
  const alternatives = alternativesOf(schema)
  if (alternatives.length > 0) {
    const each = alternatives.map((inner) => largest(inner, size))
    return each.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one))
  }
  if ('const' in schema) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return Object.fromEntries([
        ...(schema.propertyNames?.enum ?? []).map((name) => [name, largest(innerOf(schema), size)]),
        ...Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, largest(inner, size)]),
      ])
    case 'array':
      return Array.from({ length: Math.min(schema.maxItems ?? size.most, size.most) }, () =>
        largest(schema.items ?? {}, size),
      )
    case 'string':
      return longest(schema, size)
    case 'number':
    case 'integer':
      return schema.maximum ?? 1
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return ''
  }
}

function innerOf({ additionalProperties }: JsonSchema): JsonSchema {
  return typeof additionalProperties === 'object' ? additionalProperties : {}
}

function longest({ format, maxLength }: JsonSchema, { letters, bytes }: Size): string {
  if (format === 'uuid') return randomUUID()
  if (format === 'date') return '2026-01-11'
  if (format === 'date-time') return '2026-01-11T09:30:00Z'
  const length = Math.min(maxLength ?? bytes, bytes)
  if (format === 'email') return `${randomUUID()}@${'a.'.repeat(200)}test`.slice(-Math.min(length, 200))
  return letters
    .repeat(Math.ceil(length / letters.length))
    .slice(0, length)
    .trim()
}

/** Replaces refused values until the schema accepts the input, or returns the closest attempt. */
function repaired(schema: z.ZodMiniType, input: unknown, sound: unknown): unknown {
  const better: unknown = structuredClone(input)
  for (let times = 0; times < 20; times += 1) {
    const { error } = schema.safeParse(better)
    if (error === undefined) return better
    for (const { path } of error.issues.slice(0, 200)) {
      const names = path.map(String)
      if (names.length === 0) return sound
      // First replaces exactly the refused value, and later its parents if that is not enough.
      const at = names.slice(0, Math.max(1, names.length - Math.floor(times / 4)))
      setAt(better, at, valueAt(sound, at))
    }
  }
  return better
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    value,
  )
}

function setAt(value: unknown, [name = '', ...rest]: readonly string[], inner: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const holder = value as Record<string, unknown>
  if (rest.length > 0) {
    if (typeof holder[name] !== 'object' || holder[name] === null) holder[name] = rest[0] === '0' ? [] : {}
    setAt(holder[name], rest, inner)
  } else if (inner === undefined) Reflect.deleteProperty(holder, name)
  else holder[name] = structuredClone(inner)
}

function lengthOf(value: unknown): number {
  return (JSON.stringify(value) ?? '').length
}

function alternativesOf({ anyOf = [], oneOf = [], allOf = [] }: JsonSchema): JsonSchema[] {
  return [...anyOf, ...oneOf, ...allOf]
}

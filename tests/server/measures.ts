import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'

/** A date, time or number that an endpoint reads, by its dotted path. */
interface Measure {
  part: 'query' | 'body'
  path: string
}

/** The parts of a JSON schema that are read here. */
interface JsonSchema {
  type?: string
  format?: string
  properties?: Record<string, JsonSchema>
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/** Measures whose schema is a text or a choice, which does not reveal that they are numbers or times. */
const asTexts = new Set(['per_page', 'performedTime'])

/** Lists the fields of a query or body, optional ones included. */
export function fieldsOf(schema: z.ZodMiniType | undefined): string[] {
  return schema === undefined ? [] : [...new Set(namesIn(described(schema)))]
}

function namesIn(schema: JsonSchema): string[] {
  return [...Object.keys(schema.properties ?? {}), ...alternativesOf(schema).flatMap(namesIn)]
}

/** Lists the dates, times and numbers in an endpoint's query and body, according to its schemas. */
export function measuresOf({ query, body }: Endpoint): Measure[] {
  return [...measuresIn('query', query), ...measuresIn('body', body)]
}

function measuresIn(part: Measure['part'], schema: z.ZodMiniType | undefined): Measure[] {
  if (schema === undefined) return []
  return [...new Set(pathsIn(described(schema), ''))].map((path) => ({ part, path }))
}

function described(schema: z.ZodMiniType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

function pathsIn(schema: JsonSchema, path: string): string[] {
  const alternatives = alternativesOf(schema).flatMap((inner) => pathsIn(inner, path))
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    pathsIn(inner, path === '' ? name : `${path}.${name}`),
  )
  const isMeasure =
    schema.format === 'date' ||
    schema.format === 'date-time' ||
    schema.type === 'number' ||
    schema.type === 'integer' ||
    asTexts.has(path)
  return [...(isMeasure ? [path] : []), ...alternatives, ...fields]
}

function alternativesOf({ anyOf = [], oneOf = [], allOf = [] }: JsonSchema): JsonSchema[] {
  return [...anyOf, ...oneOf, ...allOf]
}

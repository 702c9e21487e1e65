import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'

/** A date, a time or a number that an endpoint reads, by its dotted path. */
interface Measure {
  part: 'query' | 'body'
  path: string
}

/** What a JSON schema holds as far as it is read here. */
interface JsonSchema {
  type?: string
  format?: string
  properties?: Record<string, JsonSchema>
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/** Measures whose schema is a text or a choice, which says nothing of what they hold. */
const asTexts = new Set(['per_page', 'performedTime'])

/** The dates, times and numbers in an endpoint's query and body, as its schemas declare them. */
export function measuresOf({ query, body }: Endpoint): Measure[] {
  return [...measuresIn('query', query), ...measuresIn('body', body)]
}

function measuresIn(part: Measure['part'], schema: z.ZodMiniType | undefined): Measure[] {
  if (schema === undefined) return []
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return [...new Set(pathsIn(json, ''))].map((path) => ({ part, path }))
}

function pathsIn(schema: JsonSchema, path: string): string[] {
  const alternatives = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((inner) => pathsIn(inner, path))
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

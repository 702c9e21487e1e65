import type * as z from 'zod/mini'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { fieldsOf, messageOf } from '../../../contract/phrases/message-of.ts'
import { Failure, type FieldFailure } from '../../platform/failure.ts'

/** Twice the length of the longest text that bodies hold; `longestDocument` applies to documents such as a policy. */
const longestText = 10_000
const longestDocument = 200_000

/** The parts of a request that an endpoint declares, checked. Undeclared parts must be absent. */
export interface Input {
  params: unknown
  query: unknown
  body: unknown
}

/**
 * Checks a request against its endpoint's schemas. Throws `validation` with every field that is wrong, unknown ones
 * included, and `not-found` for a path whose parameters cannot name anything.
 */
export function readInput(endpoint: Endpoint, raw: Input): Input {
  const failures: FieldFailure[] = []
  const params = parse(endpoint.params, raw.params ?? {}, () => {
    throw new Failure('not-found')
  })
  const collect = (issues: FieldFailure[]) => failures.push(...issues)
  const query = parse(endpoint.query, raw.query ?? {}, collect)
  const mostLetters = endpoint.maxBodyBytes === undefined ? longestText : longestDocument
  const { bounded, isWhole } = boundedTexts(raw.body ?? undefined, mostLetters)
  const body = parse(endpoint.body, bounded, collect)
  if (endpoint.query === undefined) collect(unknownFields(raw.query))
  if (endpoint.body === undefined && endpoint.upload === undefined) collect(unknownFields(bounded))
  if (!isWhole && failures.length === 0) failures.push({ field: '', phrase: 'malformed', values: {} })
  if (failures.length > 0) throw new Failure('validation', { fields: failures })
  return { params, query, body }
}

function parse(schema: z.ZodMiniType | undefined, value: unknown, fail: (issues: FieldFailure[]) => void): unknown {
  if (schema === undefined) return undefined
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  fail(firstOfEach(result.error.issues.flatMap(fieldFailures)))
  return undefined
}

/** Keeps the first failure of each field, because later checks may make no sense for a value of the wrong kind. */
function firstOfEach(failures: FieldFailure[]): FieldFailure[] {
  const firsts = new Map<string, FieldFailure>()
  for (const failure of failures) if (!firsts.has(failure.field)) firsts.set(failure.field, failure)
  return [...firsts.values()]
}

function fieldFailures(issue: z.core.$ZodIssue): FieldFailure[] {
  // For a union, the failures of the best-fitting alternative are reported: the one with the fewest.
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const best = issue.errors.reduce((a, b) => (b.length < a.length ? b : a))
    return best.flatMap((inner) => fieldFailures({ ...inner, path: [...issue.path, ...inner.path] }))
  }
  return fieldsOf(issue).map((field) => ({ field, ...messageOf(issue) }))
}

function unknownFields(value: unknown): FieldFailure[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).map((field) => ({ field, phrase: 'unknownField', values: {} }))
}

/**
 * Cuts each text of the input to the length that any schema accepts, and tells whether it kept everything. Schemas read
 * a text several times before they reject its length; a cut text is rejected in any case, and its beginning is enough
 * to say why.
 */
export function boundedTexts(input: unknown, mostLetters: number): { bounded: unknown; isWhole: boolean } {
  let isWhole = true

  function within(value: unknown): unknown {
    if (typeof value === 'string' && value.length > mostLetters) {
      isWhole = false
      return value.slice(0, mostLetters)
    }
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(within)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, within(inner)]))
  }

  const bounded = within(input)
  return isWhole ? { bounded: input, isWhole } : { bounded, isWhole }
}

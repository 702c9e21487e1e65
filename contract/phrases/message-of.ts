import * as z from 'zod/mini'
import { lengthOf } from '../rules/written-characters.ts'
import type { rules } from './en_GB/rules.ts'
import type { serverRules } from './en_GB/server-rules.ts'

/** A rule that a schema or a form checks. */
export type RulePhrase = keyof typeof rules

/** A rule that only the server can check. */
export type ServerRulePhrase = keyof typeof serverRules

/** The message of a failed check: a phrase of `rules` and its values. */
export interface RuleMessage {
  phrase: RulePhrase
  values: Record<string, string | number>
}

type Issue = z.core.$ZodIssue

/**
 * Turns a schema's issue into the phrase to show. Rules of the contract name their own phrase; the schema library's own
 * checks (missing, too long, wrong type) are mapped here, so that server and forms show the same message.
 */
export function messageOf(issue: Issue): RuleMessage {
  switch (issue.code) {
    case 'custom': {
      // `params` was set by rule().
      const params = issue.params as Partial<RuleMessage> | undefined
      return { phrase: params?.phrase ?? 'malformed', values: params?.values ?? {} }
    }
    case 'too_small':
      if (issue.origin === 'string') {
        return Number(issue.minimum) <= 1
          ? { phrase: 'required', values: {} }
          : { phrase: 'min', values: { length: String(issue.minimum) } }
      }
      return { phrase: issue.origin === 'array' ? 'required' : 'malformed', values: {} }
    case 'too_big':
      return issue.origin === 'string'
        ? { phrase: 'max', values: { length: String(issue.maximum) } }
        : issue.origin === 'array'
          ? { phrase: 'tooMany', values: { most: String(issue.maximum) } }
          : { phrase: 'malformed', values: {} }
    case 'invalid_type':
      return { phrase: issue.input === undefined || issue.input === null ? 'required' : 'malformed', values: {} }
    case 'unrecognized_keys':
      return { phrase: 'unknownField', values: {} }
    case 'invalid_value':
      return { phrase: issue.input === undefined || issue.input === null ? 'required' : 'choice', values: {} }
    case 'invalid_format':
      return { phrase: issue.format === 'email' ? 'email' : 'malformed', values: {} }
    default:
      return { phrase: 'malformed', values: {} }
  }
}

/** The fields of an issue, as dotted paths: one, or each of several unknown fields; '' for the value as a whole. */
export function fieldsOf(issue: Issue): string[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...path, key].join('.'))
  return [path.join('.')]
}

/**
 * The fields whose text is longer than a schema allows, with a message that says by how much. The text counts as the
 * schema reads it, which is how the server counts it: without blanks at its ends, and in code points.
 */
export function tooLongIn(schema: z.ZodMiniType, value: unknown): Record<string, RuleMessage> {
  const { error } = z.safeParse(schema, value, { reportInput: true })
  const found: Record<string, RuleMessage> = {}
  const issues = error?.issues ?? []
  // A form may hold the lines of a list as one text, whose characters are no items of the list.
  const isText = (issue: Issue) => !issues.some((other) => other.code === 'invalid_type' && isSamePath(other, issue))
  for (const issue of issues) {
    if (issue.code !== 'too_big' || typeof issue.input !== 'string' || !isText(issue)) continue
    const length = Number(issue.maximum)
    const values = { length: String(length), over: String(lengthOf(issue.input) - length) }
    for (const field of fieldsOf(issue)) found[field] = { phrase: 'tooLong', values }
  }
  return found
}

function isSamePath(one: Issue, other: Issue): boolean {
  return one.path.join('.') === other.path.join('.')
}

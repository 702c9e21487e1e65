import type * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { endpoints } from './endpoints.ts'
import { anyText } from './schema.ts'

interface Found {
  at: string
  schema: z.core.$ZodType
}

/** Formats whose patterns list every character that they allow. */
const formats = new Set(['uuid', 'date', 'datetime'])

/** The first check of every text made by `anyText`. */
const [readable] = anyText(1)._zod.def.checks ?? []

/**
 * Lists all schemas within a schema, each with its path, in the form in which data is sent, before any transformation.
 */
function partsOf(schema: z.core.$ZodType, at: string): Found[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const inner = (): Found[] => {
    switch (def.type) {
      case 'object':
        return [
          ...Object.entries(def.shape).flatMap(([name, part]) => partsOf(part, `${at}.${name}`)),
          ...(def.catchall === undefined ? [] : partsOf(def.catchall, `${at}.*`)),
        ]
      case 'array':
        return partsOf(def.element, `${at}[]`)
      case 'record':
        return [...partsOf(def.keyType, `${at}.key`), ...partsOf(def.valueType, `${at}.value`)]
      case 'union':
        return def.options.flatMap((option, i) => partsOf(option, `${at}|${i}`))
      case 'pipe':
        return [...partsOf(def.in, at), ...partsOf(def.out, at)]
      case 'optional':
      case 'nullable':
      case 'default':
        return partsOf(def.innerType, at)
      default:
        return []
    }
  }
  return [{ at, schema }, ...inner()]
}

const sent = endpoints.flatMap(({ name, params, query, body }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema === undefined ? [] : partsOf(schema, `${name} ${part}`),
  ),
)

/** The types of schemas that hold no text, or only a choice of listed texts. */
const withoutText =
  'object array record union pipe optional nullable default transform enum literal null boolean number never'

function isSound({ schema }: Found): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  // Without a catch-all, fields that are not known are dropped.
  if (def.type === 'object') return def.catchall === undefined || def.catchall._zod.def.type === 'never'
  if (def.type !== 'string') return withoutText.split(' ').includes(def.type)
  if ('format' in def && formats.has(String(def.format))) return true
  const checks = def.checks ?? []
  return checks.includes(readable as never) && checks.some((check) => check._zod.def.check === 'max_length')
}

const long = 'x'.repeat(300_000)

describe('the data in requests', () => {
  it('is text that was made by anyText, a number, a choice or an object of known fields', () => {
    expect(sent.filter((found) => !isSound(found)).map(({ at }) => at)).toEqual([])
    expect(sent.filter(({ schema }) => schema._zod.def.type === 'string').length).toBeGreaterThan(100)
  })

  it.each<string>(['\0', 'a\0b', '\ud800', 'x\udc00', '\ufffe', '\uffff', '\u{1ffff}', 'a\u001db', 'very long'])(
    'is never %j, at whatever depth',
    (text) => {
      const texts = sent.filter(({ schema }) => schema._zod.def.type === 'string')
      const sentText = text === 'very long' ? long : text
      // An unreadable link simply leads nowhere.
      const taken = texts.filter(({ schema }) => (schema as z.ZodMiniType).safeParse(sentText).data)
      expect(taken.map(({ at }) => at)).toEqual([])
    },
  )
})

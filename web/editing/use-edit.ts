import { useLayoutEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from '../api/api-error.ts'
import { t as say, useT, type PhraseKey } from '../ui/phrases.ts'
import { isSame } from '../ui/same-value.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { useForm, type FieldErrors } from '../ui/use-form.ts'
import type { FailureWords } from '../api/failure-words.ts'
import { merge, pick, type Clashes, type Values } from './merge.ts'
import { useSubmit } from './use-submit.ts'

/**
 * A field's label, and its value in words, which is required if the value is not text. The empty text stands for
 * nothing.
 */
type Described<V, Held> = {
  label: string
  inWords?: (values: V) => string
} & (Held extends string ? unknown : { inWords: (values: V) => string })

/** Every field of the form. A field that makes no sense without another is part of that one, and moves with it. */
type EditedFields<V> = {
  [Name in keyof V & string]: Described<V, V[Name]> | { partOf: keyof V & string }
}

interface Edit<Item, Schema extends z.ZodMiniType, V> extends FailureWords {
  /** The item as loaded, all of one version. A newer version replaces the fields' values until somebody types. */
  item: Item
  schema: Schema
  /** Annotate its parameter, because the types of the fields are inferred from it. */
  valuesOf: (item: Item) => V
  /** What was typed in this form before, of which nothing is stored. */
  typedBefore?: Partial<NoInfer<V>> | undefined
  fields: EditedFields<NoInfer<V>>
  /** Labels for messages that name a field; by default the contract's own label is used. */
  labels?: Partial<Record<string, string>>
  /**
   * Converts the form to the request body, with the errors that no schema can see; by default the values are sent
   * unchanged.
   */
  read?: (values: NoInfer<V>) => Reading | Promise<Reading>
  /** Fetches the stored item. It must leave its failures to the caller, `errors: 'caller'`. */
  newest: () => Promise<Item>
  /**
   * Stores the change with these headers and returns the stored item. It must leave its failures to the caller, too.
   */
  send: (body: z.output<Schema>, headers: { 'If-Match': string }) => Promise<Item>
  /** The message after saving, '{resource} updated' (spec §4). */
  updated: PhraseKey
  onDone?: (stored: Item) => unknown
}

interface Reading {
  candidate: unknown
  errors?: FieldErrors
  /** Blocks saving for a reason that belongs to no field, such as that nothing was changed. */
  refusal?: string | undefined
}

/** A conflict at a field: both values in words, and the choice. */
export interface FieldClash {
  label: string
  mine: string
  theirs: string
  choice: 'mine' | 'theirs' | undefined
  /** The message after an attempt to save before the choice. */
  error: string | undefined
  choose: (choice: 'mine' | 'theirs') => void
}

/**
 * A form that changes stored data, for `EditForm` to draw. If somebody else has stored a change in the meantime (412),
 * their values come into the fields that the user did not edit, and for a field that both changed one value must be
 * chosen before saving. Typed text is never dropped.
 */
export function useEdit<Item extends { version: number }, Schema extends z.ZodMiniType, V extends Values>(
  edit: Edit<Item, Schema, V>,
) {
  const { item, schema, valuesOf, labels, newest, send, onDone } = edit
  const t = useT()
  /** The version with which the fields are compared. */
  const [seen, setSeen] = useState(item)
  const [{ clashes, taken }, setNews] = useState<{ clashes: Clashes; taken: readonly string[] }>(noNews)
  const initial = valuesOf(item)
  const form = useForm({ schema, initial, filled: { ...initial, ...edit.typedBefore }, ...(labels && { labels }) })
  // The user may go on typing during the request.
  const typed = useRef(form.values)
  useLayoutEffect(() => {
    typed.current = form.values
  }, [form.values])

  /** The fields as a union; the mapped type ties each to its value's type. */
  const fields: Readonly<Record<string, Described<V, string> | { partOf: string }>> = edit.fields
  const parts = partsOf(fields)

  const submission = useSubmit(form, {
    failed: edit.failed,
    refused: { 404: 'editing:gone', ...edit.refused },
    read: async () => {
      const { candidate, errors, refusal }: Reading = (await edit.read?.(form.values)) ?? { candidate: form.values }
      const open = parts.filter(([name = '']) => choiceOf(name) === undefined && clashes[name] !== undefined)
      const unchosen = open.map(([name = '']) => [choiceField(name), t('editing:clash.choose')])
      return { candidate, errors: { ...errors, ...(Object.fromEntries(unchosen) as FieldErrors) }, refusal }
    },
    send: async (body) => {
      // A newer version without changes to this form, such as a change of language, counts as seen.
      const isAsSeen = isSame(valuesOf(item), valuesOf(seen))
      return await sendOver(body, isAsSeen ? Math.max(item.version, seen.version) : seen.version)
    },
    onDone: async (stored) => {
      begin(stored)
      showMessage(say(edit.updated))
      await onDone?.(stored)
    },
  })

  const isUntouched = !form.isChanged && !submission.isPending && Object.keys(clashes).length === 0
  if (isUntouched && item.version > seen.version) {
    setSeen(item)
    form.restart(() => valuesOf(item))
  }

  async function sendOver(body: z.output<Schema>, version: number): Promise<Item> {
    try {
      return await send(body, { 'If-Match': `"${version}"` })
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.code !== 'stale-version') throw failure
      const stored = await newest()
      if (stored.version === version) throw failure
      if (isSame(valuesOf(stored), valuesOf(seen))) return await sendOver(body, stored.version)
      // An earlier attempt, whose answer was lost, has stored this very change.
      if (isSame(valuesOf(stored), typed.current)) return stored
      takeOver(stored)
      failure.isHandled = true
      throw failure
    }
  }

  function takeOver(stored: Item) {
    const next = merge({
      parts,
      seen: valuesOf(seen),
      typed: typed.current,
      stored: valuesOf(stored),
      clashes,
    })
    setSeen(stored)
    setNews(next)
    form.restart(
      () => valuesOf(stored),
      () => next.values,
    )
  }

  /** Continues from the version just stored, keeping text that was typed during the request. */
  function begin(stored: Item) {
    const next = merge({
      parts,
      seen: form.values,
      typed: typed.current,
      stored: valuesOf(stored),
      clashes: {},
    })
    setSeen(stored)
    setNews(noNews)
    form.restart(
      () => valuesOf(stored),
      () => next.values,
    )
  }

  /** Typing on in a field chooses the user's own value. */
  function choiceOf(name: string): 'mine' | 'theirs' | undefined {
    const clash = clashes[name]
    if (clash === undefined) return undefined
    const now = pick(form.values, Object.keys(clash.mine))
    if (isSame(now, clash.theirs)) return 'theirs'
    return clash.isOpen && isSame(now, clash.mine) ? undefined : 'mine'
  }

  function choose(name: string, choice: 'mine' | 'theirs') {
    const clash = clashes[name]
    if (clash === undefined) return
    const mine = choiceOf(name) === 'theirs' ? clash.mine : pick(form.values, Object.keys(clash.mine))
    setNews({ taken, clashes: { ...clashes, [name]: { ...clash, mine, isOpen: false } } })
    const chosen = choice === 'mine' ? mine : clash.theirs
    form.setValues((values) => ({ ...values, ...chosen }))
    form.forget([...Object.keys(chosen), choiceField(name)])
  }

  function wordsOf(name: string, held: Values): string {
    const values = { ...form.values, ...held }
    const field = fields[name]
    const own = field !== undefined && 'label' in field ? field.inWords : undefined
    return (own === undefined ? String(values[name]).trim() : own(values)) || t('lists:nothing')
  }

  function labelOf(name: string): string {
    const field = fields[name]
    return field !== undefined && 'label' in field ? field.label : ''
  }

  function clashAt(name: keyof V & string): FieldClash | undefined {
    const clash = clashes[name]
    if (clash === undefined) return undefined
    const choice = choiceOf(name)
    return {
      label: labelOf(name),
      mine: wordsOf(name, choice === 'theirs' ? clash.mine : pick(form.values, Object.keys(clash.mine))),
      theirs: wordsOf(name, clash.theirs),
      choice,
      error: form.errors[choiceField(name)],
      choose: (next) => choose(name, next),
    }
  }

  const clashing = Object.keys(clashes)
  const news =
    taken.length === 0 && clashing.length === 0
      ? undefined
      : { version: seen.version, taken: taken.map(labelOf), clashing: clashing.map(labelOf) }
  /** The stored value of a field, in words. */
  const stored = (name: keyof V & string) => wordsOf(name, valuesOf(item))

  return { form, submission, clashAt, stored, news }
}

const noNews = { clashes: {}, taken: [] }

/** The key of a missing choice among the errors; it differs from the field's own, because the field itself is valid. */
function choiceField(name: string): string {
  return `choice.${name}`
}

/** The names of the fields in lists of linked ones, each starting with the field that describes the others. */
function partsOf(fields: Readonly<Record<string, object | { partOf: string }>>): string[][] {
  const names = Object.keys(fields)
  const whole = names.filter((name) => !('partOf' in (fields[name] ?? {})))
  return whole.map((name) => [name, ...names.filter((part) => (fields[part] as { partOf?: string }).partOf === name)])
}

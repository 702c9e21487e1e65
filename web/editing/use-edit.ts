import { useLayoutEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from '../api/api-error.ts'
import { t as say, useT, type PhraseKey } from '../ui/phrases.ts'
import { isSame } from '../ui/same-value.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { useForm, type FieldErrors } from '../ui/use-form.ts'
import type { FailureWords } from './failure-words.ts'
import { merge, pick, type Clashes, type Values } from './merge.ts'
import { useSubmit } from './use-submit.ts'

/**
 * How a field is called, and how what it holds is said in words: asked for where that is no text. Nothing is the empty
 * text.
 */
type Described<V, Held> = {
  label: string
  inWords?: (values: V) => string
} & (Held extends string ? unknown : { inWords: (values: V) => string })

/** Every field of the form; one that makes no sense without another is a part of that, and goes with it. */
type EditedFields<V> = {
  [Name in keyof V & string]: Described<V, V[Name]> | { partOf: keyof V & string }
}

interface Edit<Item, Schema extends z.ZodMiniType, V> extends FailureWords {
  /** What is changed, as it was loaded: all of one version. A newer one comes into the fields until somebody types. */
  item: Item
  schema: Schema
  /** Write down its type of the item, from which the types of the fields follow. */
  valuesOf: (item: Item) => V
  fields: EditedFields<NoInfer<V>>
  /** What was typed as the server takes it, with what no schema can see; the values as they are when left out. */
  read?: (values: NoInfer<V>) => Reading | Promise<Reading>
  /** Fetches what is stored now. It leaves its failures to the caller, `errors: 'caller'`. */
  newest: () => Promise<Item>
  /** Stores the change with these headers, and answers what is stored then. Its failures are the caller's, too. */
  send: (body: z.output<Schema>, headers: { 'If-Match': string }) => Promise<Item>
  /** What is said once it is stored, '{resource} updated' (spec §4). */
  updated: PhraseKey
  onDone?: (stored: Item) => unknown
}

interface Reading {
  candidate: unknown
  errors?: FieldErrors
  /** Why nothing is sent, where that is no field's fault, such as that nothing was changed. */
  refusal?: string | undefined
}

/** What both sides changed of a field, in words, and what is to stay. */
export interface FieldClash {
  label: string
  mine: string
  theirs: string
  choice: 'mine' | 'theirs' | undefined
  /** What is said where saving was asked for before the choice. */
  error: string | undefined
  choose: (choice: 'mine' | 'theirs') => void
}

/**
 * A form that changes what is stored, for `EditForm` to draw. Somebody else may store a change meanwhile (412): theirs
 * comes into the fields that nobody typed in, and at a field that both changed one of the two is chosen before it is saved.
 * What was typed is never dropped.
 */
export function useEdit<Item extends { version: number }, Schema extends z.ZodMiniType, V extends Values>(
  edit: Edit<Item, Schema, V>,
) {
  const { item, schema, valuesOf, newest, send, onDone } = edit
  const t = useT()
  /** What the fields are compared with. */
  const [seen, setSeen] = useState(item)
  const [{ clashes, taken }, setNews] = useState<{ clashes: Clashes; taken: readonly string[] }>(noNews)
  const form = useForm({ schema, initial: valuesOf(item) })
  // Somebody may go on typing while it is sent.
  const typed = useRef(form.values)
  useLayoutEffect(() => {
    typed.current = form.values
  }, [form.values])

  /** The fields as the union that they are; the mapped type keeps each in step with its value. */
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
      // A newer version that changed nothing of this form, as a change of language does, is as good as seen.
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
      // An earlier try whose answer was lost has stored this very change.
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

  /** Goes on from what was stored just now; what was typed while it was sent stays. */
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

  /** Going on to type in a field says that this is to stay. */
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
    return (own === undefined ? String(values[name]).trim() : own(values)) || t('editing:empty')
  }

  function labelOf(name: string): string {
    const field = fields[name]
    return field !== undefined && 'label' in field ? field.label : ''
  }

  /** What is to be decided at a field, if anything is. */
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
  /** What is stored of a field now, in words. */
  const stored = (name: keyof V & string) => wordsOf(name, valuesOf(item))

  return { form, submission, clashAt, stored, news }
}

const noNews = { clashes: {}, taken: [] }

/** Under which name the form keeps that a choice is missing: the field itself is not wrong. */
function choiceField(name: string): string {
  return `choice.${name}`
}

/** The names of the fields, those that belong together in one list behind the one that describes them. */
function partsOf(fields: Readonly<Record<string, object | { partOf: string }>>): string[][] {
  const names = Object.keys(fields)
  const whole = names.filter((name) => !('partOf' in (fields[name] ?? {})))
  return whole.map((name) => [name, ...names.filter((part) => (fields[part] as { partOf?: string }).partOf === name)])
}

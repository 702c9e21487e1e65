import type * as z from 'zod/mini'
import type { Target } from '../paths.ts'
import { t, type PhraseKey } from '../ui/phrases.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { useForm } from '../ui/use-form.ts'
import { useGoOn } from './use-go-on.ts'
import { useSubmit, type Submission } from './use-submit.ts'

interface New<Schema extends z.ZodMiniType, V, Item> extends Omit<
  Submission<z.output<Schema>, Item>,
  'read' | 'onDone' | 'showsRow'
> {
  schema: Schema
  initial: V
  /** Converts the form to the request body, with the errors that no schema can see. */
  read: (values: V) => ReturnType<NonNullable<Submission<unknown, unknown>['read']>>
  /** The message after saving, '{resource} created' (spec §4). */
  created: PhraseKey
  /** The page of the new row, which is opened after saving. */
  page: (item: Item) => Target
}

/** A form that adds one row and then opens its page, for `NewForm` to draw. */
export function useNew<Schema extends z.ZodMiniType, V extends Record<string, unknown>, Item>(
  adding: New<Schema, V, Item>,
) {
  const { schema, initial, read, created, page, ...submission } = adding
  const goOn = useGoOn()
  const form = useForm({ schema, initial })
  return {
    form,
    submission: useSubmit(form, {
      ...submission,
      read: () => read(form.values),
      onDone: async (item) => {
        showMessage(t(created))
        await goOn(page(item))
      },
    }),
  }
}

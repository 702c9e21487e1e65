import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import type { Endpoint } from '../../contract/endpoint.ts'
import { useShownAnew } from '../api/query.ts'
import { t, type PhraseKey, type PhraseValues } from '../ui/phrases.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { failureWords, type FailureWords } from './failure-words.ts'

interface Doing<Item, Given> {
  /** Does it, and answers how it stands then. It leaves its failures to the caller, `errors: 'caller'`. */
  send: (given: Given) => Promise<Item>
  /** What is said once it is done. */
  done: (item: Item) => readonly [PhraseKey, PhraseValues?]
  /** What shows it: asked for anew whatever comes of it, because what was shown may have been old. */
  shownBy: readonly Pick<Endpoint, 'name'>[]
  /** What is said where the fault is ours, if there is more to say than that. */
  failed?: PhraseKey
  /** In place of the server's words for a refusal, by its status. */
  refused?: FailureWords['refused']
}

/** Does something to an item by one press, such as suspending it, and says how that ended. */
export function useAction<Item, Given = void>(doing: Doing<Item, Given>) {
  const { send, done, shownBy, failed = 'shell:unknownError', refused = {} } = doing
  return useMutation({
    mutationFn: send,
    onSuccess: (item) => showMessage(t(...done(item))),
    onError: (error) => {
      const words = failureWords(error, { failed, refused, hasFields: false })
      if (words !== undefined) showMessage(words, 'danger')
    },
    onSettled: useShownAnew(shownBy),
  })
}

interface Storing<Sent extends unknown[], Item> {
  /** Stores it, and answers what is stored then. It leaves its failures to the caller, `errors: 'caller'`. */
  send: (...sent: Sent) => Promise<{ data: Item }>
  /** What else shows it: asked for anew. */
  shownBy: readonly Pick<Endpoint, 'name'>[]
  /** The key of the query that fetches it alone, whose reply this is, too. */
  keptAs?: (item: Item) => QueryKey
}

/** A function that stores what a form sends, and has every page show it as it is then. */
export function useStored<Sent extends unknown[], Item>({ send, shownBy, keptAs }: Storing<Sent, Item>) {
  const queries = useQueryClient()
  const showAnew = useShownAnew(shownBy)
  return async (...sent: Sent): Promise<Item> => {
    const { data } = await send(...sent)
    if (keptAs !== undefined) queries.setQueryData(keptAs(data), { data })
    showAnew()
    return data
  }
}

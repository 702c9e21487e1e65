import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import type { Endpoint } from '../../contract/endpoint.ts'
import { useShownAnew } from '../api/query.ts'
import { t, type PhraseKey, type PhraseValues } from '../ui/phrases.ts'
import { showMessage, type MessageLink } from '../ui/snackbar-store.ts'
import { failureWords, type FailureWords } from '../api/failure-words.ts'

interface Doing<Item, Given> {
  /** Performs the action and returns the new state. It must leave its failures to the caller, `errors: 'caller'`. */
  send: (given: Given) => Promise<Item>
  done: (item: Item) => readonly [PhraseKey, PhraseValues?]
  /** A link in the message to what is to be done next with the new state. */
  next?: (item: Item) => MessageLink | undefined
  /**
   * The queries that show the item. They are refetched whatever the outcome, because the shown state may have been
   * outdated.
   */
  shownBy: readonly Pick<Endpoint, 'name'>[]
  /** Replaces the message for a fault of the server. */
  failed?: PhraseKey
  /** Replaces the server's message for a refusal, by its status. */
  refused?: FailureWords['refused']
}

/** Performs an action on an item by one press, such as suspending it, and reports the outcome. */
export function useAction<Item, Given = void>(doing: Doing<Item, Given>) {
  const { send, done, next, shownBy, failed = 'shell:unknownError', refused = {} } = doing
  return useMutation({
    mutationFn: send,
    onSuccess: (item) => showMessage(t(...done(item)), 'success', next?.(item)),
    onError: (error) => {
      const words = failureWords(error, { failed, refused, hasFields: false })
      if (words !== undefined) showMessage(words, 'danger')
    },
    onSettled: useShownAnew(shownBy),
  })
}

interface Storing<Sent extends unknown[], Item> {
  /** Stores the data and returns the new state. It must leave its failures to the caller, `errors: 'caller'`. */
  send: (...sent: Sent) => Promise<{ data: Item }>
  /** Other queries that show the item, which are refetched. */
  shownBy: readonly Pick<Endpoint, 'name'>[]
  /** The key of the query for the item alone, which has the same reply. */
  keptAs?: (item: Item) => QueryKey
}

/** Returns a function that stores a form's data and updates every page that shows it. */
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

import { useMutation } from '@tanstack/react-query'
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
      const words = failureWords(error, { failed, refused })
      if (words !== undefined) showMessage(words, 'danger')
    },
    onSettled: useShownAnew(shownBy),
  })
}

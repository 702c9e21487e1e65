import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import type { Endpoint } from '../../contract/endpoint.ts'
import { useShownAnew } from '../api/query.ts'

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

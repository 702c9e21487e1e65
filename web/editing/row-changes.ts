import type { Body, Endpoint, Reply } from '../../contract/endpoint.ts'
import { call, type CallArguments } from '../api/client.ts'
import { useAction, useStored } from './use-action.ts'

type ItemOf<E extends Endpoint> = Reply<E> extends { data: infer Item } ? Item : never

type Shown<E extends Endpoint> = Omit<Parameters<typeof useStored<[], ItemOf<E>>>[0], 'send'>

/** Calls an endpoint about a row. Its failures are left to the caller. */
async function send<E extends Endpoint>(endpoint: E, input: object): Promise<{ data: ItemOf<E> }> {
  // The functions below send what the endpoint declares, and each reply has the row as its data.
  const sent = [{ ...input, errors: 'caller' }] as unknown as CallArguments<E>
  return (await call(endpoint, ...sent)) as { data: ItemOf<E> }
}

/** Returns a function that creates a row with a form's data, and updates every page that shows it. */
export function useCreation<E extends Endpoint>(endpoint: E, shown: Shown<E>) {
  return useStored({ ...shown, send: (body: Body<E>) => send(endpoint, { body }) })
}

/**
 * Returns what `useEdit` needs of a row: a function that fetches its newest state, and one that stores a change and
 * updates every page that shows the row.
 */
export function useChange<Get extends Endpoint, Update extends Endpoint>(
  id: string,
  { get, update, ...shown }: { get: Get; update: Update } & Shown<Update>,
) {
  return {
    newest: async () => (await send(get, { params: { id } })).data,
    send: useStored({
      ...shown,
      send: (body: Body<Update>, headers: { 'If-Match': string }) => send(update, { params: { id }, body, headers }),
    }),
  }
}

/** Performs an action on a row by one press, such as suspending it, and reports the outcome. */
export function useRowAction<E extends Endpoint>(
  endpoint: E,
  id: string,
  doing: Omit<Parameters<typeof useAction<ItemOf<E>>>[0], 'send'>,
) {
  return useAction({ ...doing, send: async () => (await send(endpoint, { params: { id } })).data })
}

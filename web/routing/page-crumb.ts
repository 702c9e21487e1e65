import { useEffect, useSyncExternalStore } from 'react'

let own: string | undefined
const listeners = new Set<() => void>()

/** Names the page in the breadcrumbs while it is shown. */
export function useCrumb(name: string | undefined): void {
  // The breadcrumbs are drawn by the frame, not by the page.
  useEffect(() => {
    show(name)
    return () => show(undefined)
  }, [name])
}

export function useOwnCrumb(): string | undefined {
  return useSyncExternalStore(subscribe, () => own)
}

function show(name: string | undefined): void {
  own = name
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

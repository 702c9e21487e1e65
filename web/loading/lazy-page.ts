import { createElement, use, type ComponentType } from 'react'
import { presentTime } from '../../contract/rules/present.ts'
import { ApiError } from '../api/api-error.ts'
import { inTab } from '../browser.ts'

/** How long a part of the app may take to load (spec §9), in milliseconds. */
const timeLimit = 120_000
const reloadedKey = 'lateral.reloaded'
/** A second failure within this time after a reload is not retried by another reload, in milliseconds. */
const reloadPause = 30_000
/** How long the next page may take to replace this one, in milliseconds. */
const leavePause = 10_000

/** A part of the app that the server fails to deliver or this browser cannot read, even after a reload. */
export class PartMissing extends Error {
  constructor(options: ErrorOptions) {
    super('A part of the page could not be loaded', options)
    this.name = 'PartMissing'
  }
}

/**
 * Loads a part of the app. After a failure, for instance because a new version was installed, the page is reloaded, but
 * not twice in a row (spec §2); then the caller gets the error. While the server cannot be reached it throws that
 * `ApiError` instead, because a reload would replace the page with the browser's own error page.
 */
export async function lazyPart<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLeaving = false
  const onLeaving = () => {
    isLeaving = true
  }
  window.addEventListener('beforeunload', onLeaving)
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A part of the page took too long to load')), timeLimit)
  })
  try {
    return await Promise.race([load(), late])
  } catch (error) {
    // Firefox aborts a page's requests as soon as its reader leaves. A reload would bring them back.
    if (isLeaving) await new Promise((resolve) => void setTimeout(resolve, leavePause))
    if (!(await isReachable())) throw new ApiError(0, { code: 'offline' })
    if (!mayReload()) throw new PartMissing({ cause: error })
    window.location.reload()
    // The document is being left; nothing further should appear in it.
    return await new Promise<never>(() => undefined)
  } finally {
    clearTimeout(timer)
    window.removeEventListener('beforeunload', onLeaving)
  }
}

/**
 * A page that is loaded when it is first shown. The router loads it ahead with `preload`; it is then drawn at once, so
 * that its heading is there to take the focus. Otherwise it suspends.
 */
export function lazyPage<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loading: Promise<ComponentType<P>> | undefined

  /** A failed part is requested again the next time it is needed. */
  function begin(): Promise<ComponentType<P>> {
    const begun = lazyPart(load)
    begun.catch(() => {
      if (loading === begun) loading = undefined
    })
    return begun
  }

  async function preload(): Promise<void> {
    const begun = (loading ??= begin())
    const value = await begun
    // React reads these properties of a promise: a loaded part is drawn at once, with the same hooks as one that
    // suspends.
    void Object.assign(begun, { status: 'fulfilled', value })
  }

  function LazyPage(props: P) {
    loading ??= begin()
    return createElement(use(loading), props)
  }

  return Object.assign(LazyPage, { preload })
}

/** True if the server sends any reply. Browsers detect a lost network at once, but not an unreachable server. */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  return await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(25_000) }).then(
    () => true,
    () => false,
  )
}

function mayReload(now = presentTime().getTime()): boolean {
  const last = Number(inTab.getItem(reloadedKey) ?? 0)
  // State that a reload forgets could not reveal a loop.
  return now - last >= reloadPause && inTab.setItem(reloadedKey, String(now))
}

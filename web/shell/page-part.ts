import { createElement, use, type ComponentType } from 'react'
import { presentTime } from '../../contract/rules/present.ts'
import { ApiError } from '../api/api-error.ts'
import { inTab } from '../browser.ts'

/** How long a part of the app may take to load (spec §9), in milliseconds. */
const timeLimit = 120_000
const reloadedKey = 'lateral.reloaded'
/** A second failure this soon after a reload is not cured by another one, in milliseconds. */
const reloadPause = 30_000
/** How long the next page may take to come in place of this one, in milliseconds. */
const leavePause = 10_000

/** A part of the app that the server has and does not give, or that this browser cannot read, also after the page was loaded afresh. */
export class PartMissing extends Error {
  constructor(options: ErrorOptions) {
    super('A part of the page could not be loaded', options)
    this.name = 'PartMissing'
  }
}

/**
 * Loads a part of the app. When that fails, as after a new version was installed, the page is loaded afresh, but not twice
 * in a row (spec §2); then the failure is the caller's. While the server cannot be reached it throws the `ApiError` that
 * says so instead: loading afresh would put the browser's own page in place of this one.
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
    // Firefox breaks off what a page loads as soon as its reader goes elsewhere. To load it afresh would call them back.
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
 * A page that is loaded when it is first shown. The router loads it ahead with `preload`; then it is drawn at once, so
 * that its heading is there to take the focus. Otherwise it suspends.
 */
export function lazyPage<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loading: Promise<ComponentType<P>> | undefined

  /** What failed is asked for anew by the next who needs it. */
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
    // React reads these of a promise: what is there is drawn at once, by the same hooks as what suspends.
    void Object.assign(begun, { status: 'fulfilled', value })
  }

  function LazyPage(props: P) {
    loading ??= begin()
    return createElement(use(loading), props)
  }

  return Object.assign(LazyPage, { preload })
}

/** Any reply will do. Browsers know of a lost network at once, and nothing of a server that is away. */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  return await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(25_000) }).then(
    () => true,
    () => false,
  )
}

function mayReload(now = presentTime().getTime()): boolean {
  const last = Number(inTab.getItem(reloadedKey) ?? 0)
  // What is forgotten with the page could not tell that this is a loop.
  return now - last >= reloadPause && inTab.setItem(reloadedKey, String(now))
}

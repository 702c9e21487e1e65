import { startTransition, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { startErrorReporting } from './api/error-reporting.ts'
import { whenSuspended } from './api/failures.ts'
import { patienceMs } from './api/patience.ts'
import { fetchPreferences, loadPreferences, usePreferences } from './preferences/preferences.ts'
import type { Elements } from './ui/elements.ts'
import { chooseLocale, likelyLocale } from './ui/locale.ts'
import { Boundary } from './shell/boundary.tsx'
import { lazyPage, lazyPart } from './loading/lazy-page.ts'
import { StartFailed } from './shell/start-failed.tsx'
import { startAppearance } from './ui/appearance.ts'
import { Brand } from './ui/brand.tsx'
import { alsoSay, setLocale } from './ui/phrases.ts'
import { Snackbar } from './ui/snackbar.tsx'
import { showKeptMessage } from './ui/snackbar-store.ts'

/**
 * Starts the app in an element. The login page is a document of its own: it needs neither router nor query cache, and
 * everybody who logs in or out starts with empty memory.
 */
export async function start(element: HTMLElement | null): Promise<void> {
  // Internet Explorer is stopped by the page itself, before any module; an element is always there.
  if (element === null) return
  startAppearance()
  const root = createRoot(element)
  const isLogin = window.location.pathname === '/login'
  // If the app arrives later still, it replaces this message.
  const late = setTimeout(() => root.render(<StartFailed />), patienceMs)
  try {
    whenSuspended(() => fetchPreferences().catch(() => undefined))
    const page = isLogin
      ? lazyPart(async () => ({ Page: (await import('./visitors/login-page.tsx')).LoginPage, load: undefined }))
      : lazyPart(async () => (await import('./application.tsx')).makeApplication())
    // The likely locale is requested now, so that the phrases load together with the preferences.
    const words = setLocale(likelyLocale())
    const preferences = await loadPreferences()
    startErrorReporting(preferences)
    await words
    await setLocale(chooseLocale(preferences))
    const { Page, load } = await page
    if (preferences.suspension === null) await load?.()
    clearTimeout(late)
    // Rendered in small pieces, so that the browser can respond to scrolling and typing in between.
    startTransition(() =>
      root.render(
        <Branded>
          <Page />
        </Branded>,
      ),
    )
    showKeptMessage({ forGood: isLogin })
    // Nothing waits for this, because freshly loaded data is up to date.
    import('./preferences/follow-preferences.ts')
      .then(({ followPreferences }) => followPreferences())
      .catch(() => undefined)
  } catch (error) {
    clearTimeout(late)
    root.render(<StartFailed />)
    throw error
  }
}

const SuspendedPage = lazyPage(async () => {
  const [{ SuspendedPage: page }] = await Promise.all([import('./visitors/suspended-page.tsx'), alsoSay('suspension')])
  return page
})

function Branded({ children }: { children: Elements }) {
  const { theme, suspension } = usePreferences()
  return (
    <Brand theme={theme.web}>
      <Boundary isPage>
        {suspension === null ? (
          children
        ) : (
          <Suspense fallback={null}>
            <SuspendedPage />
          </Suspense>
        )}
      </Boundary>
      <Boundary isPage={false}>
        <Snackbar />
      </Boundary>
    </Brand>
  )
}

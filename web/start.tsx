import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { startErrorReporting } from './api/error-reporting.ts'
import { loadPreferences, usePreferences } from './tenants/queries.ts'
import { chooseLocale, likelyLocale } from './ui/locale.ts'
import { lazyPart } from './shell/page-part.ts'
import { StartFailed } from './shell/start-failed.tsx'
import { Brand } from './ui/brand.tsx'
import { sayOnlyToVisitors, setLocale } from './ui/phrases.ts'
import { Snackbar } from './ui/snackbar.tsx'
import { showKeptMessage } from './ui/snackbar-store.ts'

/**
 * Starts the app in an element. The login page is a document of its own: it needs neither router nor query cache, and
 * whoever logs in or out starts with empty memory.
 */
export async function start(element: HTMLElement | null): Promise<void> {
  // Internet Explorer is stopped by the page itself, before any module; an element is always there.
  if (element === null) return
  const root = createRoot(element)
  const isLogin = window.location.pathname === '/login'
  if (isLogin) sayOnlyToVisitors()
  try {
    const page = isLogin
      ? lazyPart(async () => (await import('./session/login-page.tsx')).LoginPage)
      : lazyPart(async () => (await import('./application.tsx')).makeApplication())
    // Most likely right, and then the words come while the preferences do.
    const words = setLocale(likelyLocale())
    const preferences = await loadPreferences()
    startErrorReporting(preferences)
    await words
    await setLocale(chooseLocale(preferences))
    const Page = await page
    root.render(
      <Branded>
        <Page />
      </Branded>,
    )
    showKeptMessage({ forGood: isLogin })
  } catch (error) {
    root.render(<StartFailed />)
    throw error
  }
}

function Branded({ children }: { children: ReactNode }) {
  const { theme } = usePreferences()
  return (
    <Brand primary={theme.web.primary}>
      {children}
      <Snackbar />
    </Brand>
  )
}

import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { makeRouter } from './router.ts'
import { usePreferences } from './tenants/queries.ts'
import { ThemeProvider } from './ui/theme-provider.tsx'

/** Everything but the login page. */
export function Application() {
  const [{ router, queries }] = useState(makeRouter)
  const { theme } = usePreferences()
  return (
    <QueryClientProvider client={queries}>
      <ThemeProvider primary={theme.web.primary}>
        <RouterProvider router={router} />
      </ThemeProvider>
    </QueryClientProvider>
  )
}

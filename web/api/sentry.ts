export { captureException, init, setUser, browserTracingIntegration } from '@sentry/react'
export { withoutTokens } from './without-tokens.ts'

export { captureException, init, setUser, browserTracingIntegration } from '@sentry/react'

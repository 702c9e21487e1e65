import { expect, test } from 'vitest'
import { withoutTokens } from './without-tokens.ts'

test('tokens are taken out of every address of an event, and nothing else', () => {
  const metadata: Record<string, unknown> = {}
  metadata.itself = metadata
  const event = {
    message: 'said "no"',
    request: { url: 'https://harbour.example/create-password?token=secret-1&x=2#there' },
    breadcrumbs: [
      { data: { from: '/login', to: '/forgotten-password?a=1&token=secret-2' } },
      { data: { to: '/verify-new?id=secret-3' } },
    ],
    sdkProcessingMetadata: metadata,
  }
  expect(withoutTokens(event)).toEqual({
    ...event,
    request: { url: 'https://harbour.example/create-password?token=…&x=2#there' },
    breadcrumbs: [
      { data: { from: '/login', to: '/forgotten-password?a=1&token=…' } },
      { data: { to: '/verify-new?id=…' } },
    ],
  })
})

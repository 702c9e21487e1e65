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
      { data: { from: '/patient-registration/secret-3?x=1', to: '/account-setup?newUser=secret-4' } },
      { data: { url: '/api/v1/verify-invite?code=secret-5' } },
      { data: { url: '/api/v1/verify-new-self-registration?id=secret-6' } },
      { data: { to: '/verify-new?id=secret-7' } },
    ],
    sdkProcessingMetadata: metadata,
  }
  expect(withoutTokens(event)).toEqual({
    ...event,
    request: { url: 'https://harbour.example/create-password?token=…&x=2#there' },
    breadcrumbs: [
      { data: { from: '/login', to: '/forgotten-password?a=1&token=…' } },
      { data: { from: '/patient-registration/…?x=1', to: '/account-setup?newUser=…' } },
      { data: { url: '/api/v1/verify-invite?code=…' } },
      { data: { url: '/api/v1/verify-new-self-registration?id=…' } },
      { data: { to: '/verify-new?id=…' } },
    ],
  })
})

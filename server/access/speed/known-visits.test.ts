import { expect, it } from 'vitest'
import { KnownVisits } from './known-visits.ts'

it('remembers the hosts of thousands of tenants, whatever hosts a visitor makes up', () => {
  const known = new KnownVisits()
  for (let n = 0; n < 2_000; n += 1) {
    known.keepHost(`clinic-${n}.example.org`, `tenant ${n}`, 'slug')
    known.keepHost(`results.clinic-${n}.org`, `tenant ${n}`, 'domain')
  }
  for (let n = 0; n < 25_000; n += 1) {
    known.keepHost(`clinic-1.invented-${n}.org`, 'tenant 1', 'slug')
    known.keepHost(`invented-${n}.example.org`, 'the default tenant', 'default')
    known.keepHost(`unheard-of-${n}.example.org`, null, 'default')
  }
  for (const n of [0, 1_000, 1_999]) {
    expect(known.tenantAt(`clinic-${n}.example.org`)).toBe(`tenant ${n}`)
    expect(known.tenantAt(`results.clinic-${n}.org`)).toBe(`tenant ${n}`)
  }
  expect(known.tenantAt('invented-24999.example.org')).toBe('the default tenant')
  expect(known.tenantAt('invented-0.example.org')).toBeUndefined()
})

it('forgets what a host was when it has become something else', () => {
  const known = new KnownVisits()
  known.keepHost('clinic.example.org', 'a', 'slug')
  known.keepHost('clinic.example.org', 'b', 'domain')
  expect([known.tenantAt('clinic.example.org'), known.tenantAt('Clinic.other.org')]).toEqual(['b', 'a'])
  known.keepHost('clinic.example.org', 'c', 'default')
  expect([known.tenantAt('clinic.example.org'), known.tenantAt('clinic.other.org')]).toEqual(['c', undefined])
  known.keepHost('clinic.example.org', null, 'default')
  expect(known.tenantAt('clinic.example.org')).toBeUndefined()
})

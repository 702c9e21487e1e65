import { describe, expect, it } from 'vitest'
import { todayIn } from '../../contract/rules/dates.ts'
import { readKitCode } from '../../contract/rules/gs1.ts'
import { demoAccounts, demoPassword } from './accounts.ts'
import { buildDemo } from './all-tenants.ts'
import { checkDemoTenant } from './check.ts'
import type { DemoTenant } from './demo-tenant.ts'
import { badLot } from './results.ts'

const now = new Date('2026-03-29T11:20:00Z') // the day on which clocks change in Europe
const demo = await buildDemo(now)
const tenants = demo.filter(({ tenant }) => !tenant.is_operator)
const byName = tenants.map((made) => ({ name: made.tenant.name, made }))

describe('the demo data', () => {
  it('is the same for the same time', async () => {
    const again = await buildDemo(now)
    expect(again.map(withoutHash)).toEqual(demo.map(withoutHash))
  })

  it('keeps everything but today’s records when it is made later on the same day', async () => {
    const later = await buildDemo(new Date('2026-03-29T17:45:00Z'))
    const [before, after] = [demo, later].map((made) =>
      made.map(({ records, members, subjects }) => ({
        people: members.map(({ row }) => row.id),
        subjects: subjects.map(({ identity }) => identity),
        days: records.map(({ performed }) => performed.day),
      })),
    )
    expect(after).toEqual(before)
  })

  it('has an account of each type in each tenant, all able to log in', () => {
    for (const { hostLabel, accounts } of demoAccounts) {
      const members = demo.find(({ tenant }) => tenant.slug === hostLabel)?.members ?? []
      for (const { email, userType } of accounts) {
        const row = members.find((member) => member.row.email === email)?.row
        expect(row).toMatchObject({ user_type: userType, status: 'active' })
        expect([row?.email_verified_at, row?.terms_accepted_at, row?.password_hash]).not.toContain(null)
      }
    }
    expect(demoPassword).toBe('Lateral-Flow-2026')
  })
})

describe.each(byName)('$name', ({ made }) => {
  const { members, groups, organisations, subjects, records, changes, photos, invites, plan } = made
  const share = (isCounted: (row: (typeof records)[number]['row']) => boolean) =>
    records.filter(({ row }) => isCounted(row)).length / records.length

  it('has the size that its description promises', () => {
    expect([members.length, subjects.length, records.length, photos.length]).toEqual([40, 600, 4000, 200])
    expect(organisations.length).toBeGreaterThanOrEqual(2)
    for (const { id } of organisations.filter(({ status }) => status === 'active')) {
      const own = groups.filter(({ row }) => row.organisation_id === id).length
      expect(own).toBeGreaterThanOrEqual(3)
      expect(own).toBeLessThanOrEqual(5)
    }
    expect(members.filter(({ row }) => row.status === 'suspended').length).toBeGreaterThan(1)
    expect(members.filter(({ row }) => row.email_verified_at === null).length).toBeGreaterThan(1)
  })

  it('keeps details of two persons in three, of the chosen kinds, and a guardian of students only', () => {
    const { details } = made
    expect(details.length / subjects.length).toBeCloseTo(plan.keptDetails.length > 0 ? 2 / 3 : 0, 1)
    expect(details.some(({ sex }) => sex === 'female')).toBe(plan.keptDetails.includes('sex'))
    expect(details.some(({ room }) => room !== null)).toBe(plan.keptDetails.includes('unit'))
    const students = details.filter(({ role }) => role === 'student').length
    expect(details.filter(({ guardian }) => guardian !== null).length).toBe(students)
    expect(students > 0).toBe(plan.keptDetails.includes('guardian'))
  })

  it('has a user in each account state, and places that are suspended themselves or through their organisation', () => {
    const rows = members.map(({ row }) => row)
    const isOpen = ({ email }: (typeof rows)[number]) =>
      made.invitations.some((link) => link.email === email && link.expires_at > now)
    const invited = rows.filter((row) => row.password_hash === null && row.status === 'active')
    expect([invited.filter(isOpen).length, invited.filter((row) => !isOpen(row)).length]).toEqual([2, 1])
    expect(rows.filter((row) => row.pending_email !== null)).toHaveLength(1)
    expect(rows.filter((row) => row.must_change_password)).toHaveLength(1)
    expect(rows.filter((row) => row.password_hash !== null && row.email_verified_at === null)).toMatchObject([
      { user_type: 'patient', invited_by: null, last_login_at: null },
    ])
    const closed = organisations.filter(({ status }) => status === 'suspended').map(({ id }) => id)
    const shut = groups.filter(({ row }) => row.status === 'suspended' || closed.includes(row.organisation_id))
    expect(shut.map(({ row }) => row.status).toSorted()).toEqual(['active', 'suspended'])
    const closedIds = new Set(shut.map(({ row }) => row.id))
    expect(records.filter(({ row }) => closedIds.has(row.group_id))).toEqual([])
  })

  it('passes the rules for real input', () => {
    expect(() => checkDemoTenant(made)).not.toThrow()
  })

  it('has kits whose codes can be scanned, each with a number of its own that GS1 sets aside for demonstrations', () => {
    const numbers = made.assays.map(({ row }) => row.gtin)
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const number of numbers) {
      expect(number).toMatch(/^952/)
      const code = { gtin: `0${number}`, lot: 'LOT-1', expiry: '2027-01-31' }
      expect(readKitCode(`(01)0${number}(17)270131(10)LOT-1`, new Date('2026-03-01'))).toMatchObject(code)
    }
    const spoilt = made.assays.map((assay) => ({ ...assay, row: { ...assay.row, gtin: '9520000000012' } }))
    expect(() => checkDemoTenant({ ...made, assays: spoilt })).toThrow('gtin')
  })

  it('has a plausible mix of results, with a peak', () => {
    expect(share(({ result }) => result === 'positive')).toBeGreaterThan(0.08)
    expect(share(({ result }) => result === 'positive')).toBeLessThan(0.18)
    expect(share(({ result }) => result === 'invalid')).toBeCloseTo(0.015, 3)
    expect(share(({ result }) => result === 'inconclusive')).toBeCloseTo(0.01, 3)
    const peak = records.filter(({ row }) => Math.abs(daysBefore(row.performed_at) - 43) < 7)
    expect(peak.filter(({ row }) => row.result === 'positive').length / peak.length).toBeGreaterThan(0.22)
  })

  it('keeps what a corrected or voided record said before', () => {
    expect(share(({ state }) => state === 'corrected')).toBeCloseTo(0.02, 3)
    expect(share(({ state }) => state === 'voided')).toBeCloseTo(0.007, 3)
    const changed = records.filter(({ row }) => row.version === 2).map(({ row }) => row.id)
    expect(changes.map((change) => change.test_record_id).sort()).toEqual(changed.sort())
    for (const { changed_at } of changes) expect(changed_at.getTime()).toBeLessThanOrEqual(now.getTime())
  })

  it('refuses a record that breaks a rule', () => {
    const [first, ...rest] = records
    if (first === undefined) throw new Error('There are no records')
    const spoilt = { ...first, row: { ...first.row, test_id: `${plan.idPrefix}-0000000I` } }
    expect(() => checkDemoTenant({ ...made, records: [spoilt, ...rest] })).toThrow('test ID')
  })

  it('has a run of invalid tests from one lot in one group', () => {
    const ofLot = records.filter(({ row }) => row.lot?.endsWith(badLot.suffix))
    expect(ofLot.length).toBeGreaterThanOrEqual(8)
    expect(new Set(ofLot.map(({ row }) => `${row.lot} ${row.group_id} ${row.result}`)).size).toBe(1)
  })

  it('has records on the last 120 days, some of them today', () => {
    const days = new Set(records.map(({ performed }) => performed.day))
    expect(days.has(todayIn(plan.zone, now))).toBe(true)
    expect(days.size).toBeLessThanOrEqual(120)
    for (const { row } of records) {
      expect(row.performed_at.getTime()).toBeLessThanOrEqual(row.recorded_at.getTime())
      expect(row.recorded_at.getTime()).toBeLessThanOrEqual(now.getTime())
    }
  })

  it('gives its patient account a subject with several records', () => {
    const patient = members.find(({ row }) => row.user_type === 'patient')
    const own = subjects.find(({ row }) => row.user_id === patient?.row.id)
    expect(records.filter(({ row }) => row.subject_id === own?.row.id).length).toBeGreaterThan(5)
  })

  it('has 25 invites, of every state, with and without a mobile number, which fit the accounts', () => {
    const rows = invites.map(({ row }) => row)
    expect(rows).toHaveLength(25)
    const isOver = ({ expires_at }: (typeof rows)[number]) => expires_at <= now
    for (const state of ['pending', 'redeemed', 'expired', 'revoked']) {
      expect(rows.filter((row) => row.state === state).length, state).toBeGreaterThanOrEqual(3)
    }
    expect(rows.filter((row) => row.state === 'pending' && isOver(row))).toHaveLength(2)
    expect(rows.filter((row) => row.state === 'expired').every(isOver)).toBe(true)
    expect(rows.filter(({ mobile }) => mobile !== null).length).toBeGreaterThan(5)
    expect(new Set(rows.map(({ email }) => email)).size).toBe(25)
    const accounts = new Map(members.map(({ row }) => [row.email, row]))
    for (const row of rows) {
      const account = accounts.get(row.email)
      expect(account?.id ?? null).toBe(row.user_id)
      expect(row.state === 'redeemed').toBe(account !== undefined)
      const inviter = members.find((member) => member.row.id === row.invited_by)?.row
      expect(account?.invited_by ?? row.invited_by).toBe(row.invited_by)
      expect(account?.invited_at ?? row.sent_at).toEqual(row.sent_at)
      expect(inviter?.created_at.getTime()).toBeLessThan(row.sent_at.getTime())
      expect(Math.max(row.updated_at.getTime(), row.sent_at.getTime())).toBeLessThanOrEqual(now.getTime())
    }
    expect(invites.flatMap(({ messages }) => messages).filter(({ state }) => state !== 'sent')).toEqual([])
  })

  it('has sets of tests in every state where it has an algorithm, of records that stay 4,000', () => {
    const { sets, tests } = made.testSets
    expect(sets.map(({ state }) => state).toSorted()).toEqual(plan.algorithm ? ['ended', 'open', 'stopped'] : [])
    const open = sets.find(({ state }) => state === 'open')
    expect(tests.filter(({ test_set_id }) => test_set_id === open?.id)).toHaveLength(open ? 1 : 0)
    expect(new Set(sets.map(({ subject_id }) => subject_id)).size).toBe(sets.length)
    if (plan.algorithm === undefined) return
    const spoilt = sets.map((set) => (set.state === 'ended' ? { ...set, outcome: 1 } : set))
    expect(() => checkDemoTenant({ ...made, testSets: { ...made.testSets, sets: spoilt } })).toThrow('outcome')
  })

  it('registers one person twice in each tenant that tests people', () => {
    const twice = subjects.flatMap(({ row, identity: { first_name, last_name, date_of_birth } }) =>
      subjects
        .filter(({ identity }) => identity.first_name === first_name && identity.date_of_birth === date_of_birth)
        // Random names may share a first name and a date of birth, but never differ by exactly one letter of the last
        // name.
        .filter(({ identity }) => identity.last_name === `${last_name?.slice(0, 2)}${last_name?.slice(3)}`)
        .flatMap((again) => [row.group_id, again.row.group_id]),
    )
    const isHuman = plan.subjects.kind === 'human'
    expect(twice.toSorted()).toEqual(
      isHuman
        ? groups
            .slice(0, 2)
            .map(({ row }) => row.id)
            .toSorted()
        : [],
    )
  })

  it("has each record made by a user of the tenant, for a subject of the record's group", () => {
    const groupOf = new Map(subjects.map(({ row }) => [row.id, row.group_id]))
    const known = new Set(members.map(({ row }) => row.id))
    for (const { row } of records) {
      expect(groupOf.get(row.subject_id)).toBe(row.group_id)
      expect(known.has(row.recorded_by)).toBe(true)
    }
  })
})

function daysBefore(at: Date): number {
  return (now.getTime() - at.getTime()) / (24 * 60 * 60 * 1000)
}

function withoutHash({ members, ...rest }: DemoTenant) {
  return { ...rest, members: members.map(({ row }) => ({ ...row, password_hash: '' })) }
}

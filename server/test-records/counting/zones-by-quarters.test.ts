import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/server/database.ts'
import { zonesByQuarters } from './repository.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/**
 * Finds zones in which a UTC quarter hour spans two local hours, with the first such time within five years of a day.
 */
async function zonesOffQuarters(from: Date): Promise<{ zone: string; at: Date }[]> {
  const { rows } = await database.owner.query<{ zone: string; at: Date }>(
    `with days as (
       select name as zone, day, extract(epoch from (day at time zone name) - (day at time zone 'UTC'))::int as ahead
       from pg_timezone_names, generate_series($1::timestamptz, $1::timestamptz + interval '5 years', interval '1 day') as day
       where name not like 'posix%'
     ), changes as (
       select zone, day, ahead, lead(ahead) over (partition by zone order by day) as ahead_next from days
     ), uneven as (
       select zone, day as at from changes where ahead % 900 <> 0
       union all
       select zone, quarter from changes, generate_series(day, day + interval '1 day', interval '15 minutes') as quarter
       where ahead <> ahead_next
         and date_trunc('hour', quarter at time zone zone) <> date_trunc('hour', (quarter + interval '899 seconds') at time zone zone)
     )
     select zone, min(at) as at from uneven group by zone order by zone`,
    [from],
  )
  return rows
}

it('since the time that charts rely on, every zone’s hours and days consist of UTC quarter hours', async () => {
  expect(await zonesOffQuarters(zonesByQuarters)).toEqual([])
})

it('before that time some did not', async () => {
  const found = await zonesOffQuarters(new Date(Date.UTC(2019, 0, 1)))
  expect(found).toEqual([{ zone: 'Antarctica/Casey', at: new Date('2020-10-03T16:00:00Z') }])
})

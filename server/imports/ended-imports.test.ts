import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openFiles } from '../platform/files.ts'
import { readConfig } from '../platform/config.ts'
import { logInAs } from '../../tests/server/client.ts'
import { test, admin, roster, jo, uploaded, read, rowsOf, fileOf } from '../../tests/server/sent-imports.ts'
import { logInAsSpare } from '../../tests/server/spare-user.ts'
import { password } from '../../tests/server/tenants.ts'
import { removeEnded } from '../upkeep/service.ts'
import { readImport } from './reading-service.ts'

describe('an import', () => {
  const leave = { currentPassword: password, reason: 'created-in-error', reasonText: null }

  it('with a person who leaves in its first row is cancelled', async () => {
    const patient = await logInAsSpare(test, test.ours, 'patient')
    const { email } = (await patient.get('/users/my-details')).json().data
    const { id } = await uploaded(`Ash,Ada,1/2/1990,${email}\n${jo}\n`)
    await read(id)
    expect((await patient.put('/users/my-details/delete', leave)).statusCode).toBe(204)
    expect((await admin.get(`/imports/${id}`)).json().data).toMatchObject({ state: 'cancelled', head: null })
    await expect.poll(() => existsSync(fileOf(id))).toBe(false)
    expect(await test.query(test.ours, 'select 1 from imports where head::text like $1', [`%${email}%`])).toEqual([])
  })

  it('that was not read to its end when somebody left is cancelled once it names them, and others are not', async () => {
    const files = openFiles(readConfig({ NODE_ENV: 'test', DATA_DIR: test.dataDir }))
    const patient = await logInAsSpare(test, test.ours, 'patient')
    const { id: userId, email } = (await patient.get('/users/my-details')).json().data
    await test.query(
      test.ours,
      `update users set full_name = 'Ada Lou Ash', date_of_birth = '1990-01-02' where id = $1`,
      [userId],
    )
    const contents = {
      headless: `Ash,Ada,1/2/1990,<${email.toUpperCase()}>\n${jo}\n`,
      byEmail: roster(jo, `Ash,A.,1/2/1990,${email}`),
      byName: roster(jo, 'ASH,Ada  Lou,1/2/1990,'),
      namesake: roster(jo, 'Ash,Ada Lou,1/3/1990,'),
      other: roster(jo),
    }
    const ids: Record<string, string> = {}
    for (const [name, content] of Object.entries(contents)) {
      const { id } = await uploaded(content)
      await read(id)
      ids[name] = id
    }
    // None of them has been read when the person leaves.
    await test.query(
      test.ours,
      `update imports set state = 'reading', summary = null, head = null, answers = null where id = any($1)`,
      [Object.values(ids)],
    )
    await test.query(test.ours, 'delete from import_rows where import_id = any($1)', [Object.values(ids)])
    expect((await patient.put('/users/my-details/delete', leave)).statusCode).toBe(204)
    const [{ kept } = { kept: '' }] = await test.query<{ kept: string }>(
      test.ours,
      `select string_agg(leavers::text, '') as kept from imports where id = any($1)`,
      [Object.values(ids)],
    )
    expect(kept.length).toBeGreaterThan(40)
    expect(kept).not.toContain(email)
    const states: Record<string, string> = {}
    for (const [name, id] of Object.entries(ids)) {
      await readImport(test.door, files, { tenantId: test.ours.id, id })
      states[name] = (await admin.get(`/imports/${id}`)).json().data.state
    }
    expect(states).toEqual({
      headless: 'cancelled',
      byEmail: 'cancelled',
      byName: 'cancelled',
      namesake: expect.stringMatching(/matching|read/),
      other: expect.stringMatching(/matching|read/),
    })
    for (const name of ['headless', 'byEmail', 'byName']) {
      await expect.poll(() => existsSync(fileOf(ids[name] ?? ''))).toBe(false)
    }
    expect(existsSync(fileOf(ids['other'] ?? ''))).toBe(true)
    const left = await test.query(test.ours, 'select from imports where id = $1 and cardinality(leavers) > 0', [
      ids['other'],
    ])
    expect(left).toEqual([])
  })

  it('that names a person who leaves without an email is found by their names and date of birth', async () => {
    const patient = await logInAsSpare(test, test.ours, 'patient')
    const { id: userId } = (await patient.get('/users/my-details')).json().data
    const { groupId, organisationId } = test.ours.places.home
    const subjectId = randomUUID()
    await test.query(
      test.ours,
      `insert into subjects (tenant_id, id, kind, organisation_id, group_id, user_id)
       select id, $1, 'human', $2, $3, $4 from tenants`,
      [subjectId, organisationId, groupId, userId],
    )
    await test.query(
      test.ours,
      `insert into subject_identities (tenant_id, subject_id, group_id, date_of_birth, first_name, last_name)
       select tenant_id, id, group_id, '1984-07-09', 'Zoë', 'Quill' from subjects where id = $1`,
      [subjectId],
    )
    const { id } = await uploaded(roster(jo, 'Quill,Zoe,7/9/1984,'))
    const { id: other } = await uploaded(roster(jo, 'Quill,Zoe,7/10/1984,'))
    // With the day first this is their date of birth as well, and nobody has said the order.
    const { id: dayFirst } = await uploaded(roster(jo, 'Quill,Zoe,9/7/1984,'))
    await read(id)
    await read(dayFirst)
    await read(other)
    expect((await patient.put('/users/my-details/delete', leave)).statusCode).toBe(204)
    expect((await admin.get(`/imports/${id}`)).json().data.state).toBe('cancelled')
    expect((await rowsOf(id)).data).toEqual([])
    expect((await admin.get(`/imports/${dayFirst}`)).json().data.state).toBe('cancelled')
    expect((await admin.get(`/imports/${other}`)).json().data.state).toBe('read')
    await expect.poll(() => existsSync(fileOf(id))).toBe(false)
  })

  it('that names a person who leaves is cancelled, with its rows and its file', async () => {
    const patient = await logInAs(test.app, test.ours, 'patient')
    const { email } = (await patient.get('/users/my-details')).json().data
    const { id } = await uploaded(roster(jo, `Ash,Ada,1/2/1990,${email.toUpperCase()}`))
    const { id: other } = await uploaded(roster(jo))
    await read(id)
    await read(other)
    expect((await patient.put('/users/my-details/delete', leave)).statusCode).toBe(204)
    expect((await admin.get(`/imports/${id}`)).json().data.state).toBe('cancelled')
    expect((await rowsOf(id)).data).toEqual([])
    expect((await rowsOf(other)).data).toHaveLength(1)
    await expect.poll(() => existsSync(fileOf(id))).toBe(false)
  })

  it('that is cancelled loses its file and its rows, and cannot be read again', async () => {
    const { id } = await uploaded(roster(jo))
    await read(id)
    const cancel = () => admin.put(`/imports/${id}/cancel`)
    expect((await cancel()).json().data).toMatchObject({ state: 'cancelled' })
    expect((await cancel()).json().data).toMatchObject({ state: 'cancelled' })
    expect((await admin.put(`/imports/${id}/preview`, { zone: 'UTC' })).json().code).toBe('not-possible')
    await expect.poll(() => existsSync(fileOf(id))).toBe(false)
    await removeEnded(test.door)
    expect((await rowsOf(id)).data).toEqual([])
  })

  it('of last week is removed with its file', async () => {
    const { id } = await uploaded(roster(jo))
    await read(id)
    expect(existsSync(fileOf(id))).toBe(true)
    const removeAt = async (age: string) => {
      await test.query(test.ours, 'update imports set created_at = now() - $2::interval where id = $1', [id, age])
      // The first visit removes rows, the next one what is left.
      for (let visit = 0; visit < 2; visit += 1) {
        await test.database.owner.query('update tenant_turns set has_changed = true')
        await removeEnded(test.door)
      }
    }
    await removeAt('6 days 23 hours')
    expect((await rowsOf(id)).data).toHaveLength(1)
    expect(existsSync(fileOf(id))).toBe(true)
    await removeAt('7 days 1 minute')
    expect((await admin.get(`/imports/${id}`)).statusCode).toBe(404)
    await expect.poll(() => existsSync(fileOf(id))).toBe(false)
  })

  it('whose reading was interrupted is read anew, and the former reading stores nothing any more', async () => {
    const { id } = await uploaded(roster(...Array.from({ length: 1100 }, (_, n) => jo.replace('Jo', `Jo ${n}`))))
    await read(id)
    await test.query(
      test.ours,
      `update imports set state = 'waiting', summary = null, reading_id = null where id = $1`,
      [id],
    )
    const files = openFiles(readConfig({ NODE_ENV: 'test', DATA_DIR: test.dataDir }))
    const begun = Promise.withResolvers<void>()
    const mayGoOn = Promise.withResolvers<void>()
    const slow = {
      ...files,
      stream: async (key: string) => {
        begun.resolve()
        await mayGoOn.promise
        return files.stream(key)
      },
    }
    const job = { tenantId: test.ours.id, id }
    const former = readImport(test.door, slow, job)
    await begun.promise
    await readImport(test.door, files, job)
    mayGoOn.resolve()
    await former
    expect(await read(id)).toMatchObject({ state: 'read', rowsRead: 1100 })
    expect((await rowsOf(id)).page.total).toBe(1100)
  })
})

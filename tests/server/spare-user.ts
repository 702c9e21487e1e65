import { v4 as newId } from 'uuid'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { logInAs, type Client } from './client.ts'
import type { TestApp } from './test-app.ts'
import { emailOf, type TestTenant } from './tenants.ts'

/** Endpoints that end their caller's session or change their password. */
export const endsItsCaller: ReadonlySet<string> = new Set([
  'login',
  'logout',
  'updateMyPassword',
  'updateMyEmail',
  'deleteMyAccount',
])

/** Makes a user like the tenant's user of this type, logged in, who may be changed and deleted freely. */
export async function logInAsSpare(test: TestApp, tenant: TestTenant, userType: UserType): Promise<Client> {
  const id = newId()
  const email = `spare-${id}@clinic.test`
  await test.query(
    tenant,
    `insert into users (tenant_id, id, email, full_name, user_type, organisation_id, password_hash, email_verified_at, terms_accepted_version, terms_accepted_at)
     select tenant_id, $2, $3, full_name, user_type, organisation_id, password_hash, now(), terms_accepted_version, now()
     from users where tenant_id = $1 and email = $4`,
    [tenant.id, id, email, emailOf(userType)],
  )
  await test.query(
    tenant,
    `insert into user_groups (tenant_id, user_id, group_id)
     select tenant_id, $2, group_id from user_groups
     where tenant_id = $1 and user_id = (select id from users where tenant_id = $1 and email = $3)`,
    [tenant.id, id, emailOf(userType)],
  )
  return logInAs(test.app, tenant, { email })
}

import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import {
  can,
  mayAddUsers,
  mayCreateGroups,
  mayKeepAssays,
  mayKeepOrganisations,
  whyCannotRecord,
  type Holder,
} from '../permissions/can.ts'

/** The steps that make a new tenant ready, in the recommended order. */
const steps = ['brand', 'idPrefix', 'assays', 'places', 'colleagues', 'test'] as const
export type FirstStep = (typeof steps)[number]

/** The steps with their completion, as found in the stored data; at least one is incomplete. */
export const firstSteps = z.array(z.strictObject({ step: z.enum(steps), isDone: z.boolean() }))
export type FirstSteps = z.infer<typeof firstSteps>

const setsUpTenant = (holder: Holder) => holder.userType === 'tenant' && can(holder, 'edit-own-tenant')

const mayDo: Record<FirstStep, (holder: Holder) => boolean> = {
  brand: setsUpTenant,
  idPrefix: setsUpTenant,
  assays: (holder) => holder.userType === 'tenant' && mayKeepAssays(holder),
  places: (holder) => mayKeepOrganisations(holder) || mayCreateGroups(holder),
  colleagues: mayAddUsers,
  test: (holder) => whyCannotRecord(holder) === undefined,
}

/** The steps that the holder may take; none if there is only one, because one step is no list. */
export function firstStepsFor(holder: Holder): FirstStep[] {
  const own = holder.userType === 'unlimited' ? [] : steps.filter((step) => mayDo[step](holder))
  return own.length > 1 ? own : []
}

export const hideFirstSteps = endpoint('hideFirstSteps', 'PUT /dashboard/first-steps/hide', {
  summary: 'Put away my list of next steps in a new tenant',
  requires: 'logged-in',
  replies: { 204: null },
  audit: 'user.first-steps-hidden',
})

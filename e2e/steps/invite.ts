import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { TypedPhone } from '../../contract/rules/phone-and-postcode.ts'
import { typedDate } from '../stage/demo.ts'
import type { Visit } from '../stage/visit.ts'
import { chosenPassword } from './register.ts'

interface Patient {
  email: string
  mobile?: TypedPhone
}

export async function openInviteForm(staff: Visit): Promise<Locator> {
  const { page, t } = staff
  await staff.go('/invites')
  await page.getByRole('link', { name: t('shell:page.newInvite') }).click()
  const form = page.getByRole('form', { name: t('shell:page.newInvite') })
  await form.getByLabel(t('fields:email')).waitFor()
  return form
}

/** Chooses the first group in the form that invites; users with only one group are not asked for it. */
export async function chooseGroup({ t }: Visit, form: Locator): Promise<void> {
  const group = form.getByRole('combobox', { name: t('fields:groupId') })
  if ((await group.count()) === 0) return
  await group.click()
  // Only the options of this list: the browser's select of languages has options, too, which cannot be pressed.
  const options = form.getByRole('listbox', { name: t('fields:groupId') }).getByRole('option')
  // If choices arrive during the press, the form is redrawn and the list may close again.
  await expect
    .poll(async () => {
      if ((await options.count()) === 0) await group.press('ArrowDown')
      return await options.count()
    })
    .not.toBe(0)
  await options.first().click()
}

/** Fills in the form that invites and sends it. */
export async function sendInvite(staff: Visit, form: Locator, { email, mobile }: Patient): Promise<void> {
  const { page, t } = staff
  await chooseGroup(staff, form)
  await form.getByLabel(t('fields:email')).fill(email)
  if (mobile !== undefined) {
    const country = form.getByLabel(t('registration:countryCode'))
    // A single country is not asked for.
    if ((await country.count()) > 0) await country.selectOption(mobile.country)
    await form.getByLabel(t('registration:number'), { exact: true }).fill(mobile.number)
  }
  await form.getByRole('button', { name: t('invites:form.submit') }).click()
  await page.getByText(t('invites:created')).first().waitFor()
}

export async function invitePatient(staff: Visit, patient: Patient): Promise<void> {
  await sendInvite(staff, await openInviteForm(staff), patient)
}

/** Fills in the account of an invited patient, which is on the screen. */
export async function fillAccount({ page, tenant, t }: Visit): Promise<void> {
  await page.getByLabel(t('fields:fullName')).fill('Rosa Quill')
  await page.getByLabel(t('fields:dateOfBirth')).fill(typedDate(tenant, '1990-01-31'))
  await page.getByLabel(t('fields:password'), { exact: true }).fill(chosenPassword)
  await page.getByLabel(t('registration:terms')).check()
}

export async function sendAccount({ page, t }: Visit): Promise<void> {
  await page.getByRole('button', { name: t('invitee:setup.submit'), exact: true }).click()
}

export function codeField({ page, t }: Visit): Locator {
  return page.getByLabel(t('fields:code'))
}

export async function redeem({ page, t }: Visit): Promise<void> {
  await page.getByRole('button', { name: t('invitee:enter.submit') }).click()
}

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { inviteCode, inviteCodeAlphabet, inviteCodeLength } from '../../contract/rules/invite-code.ts'
import { paths } from '../paths.ts'
import { usePreferences } from '../tenants/queries.ts'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { Form } from '../ui/form.tsx'
import { groupCode, plainCode } from '../ui/grouped-code.ts'
import { useT } from '../ui/phrases.ts'
import { useForm } from '../ui/use-form.ts'
import { BackToLogin } from './back-to-login.tsx'
import { EntranceHeading } from './entrance.tsx'
import { inviteQuery } from './invite-calls.ts'
import { outcomeOf } from './outcome.ts'

const typedCode = z.strictObject({ code: inviteCode })

/** Asks for the code of an invite and leads to the account's set-up; or, of a code that does not work, for another. */
export function InviteCodeForm({ refused }: { refused?: string }) {
  const t = useT()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { name } = usePreferences()
  const [isPending, setPending] = useState(false)
  const [message, setMessage] = useState<string>()
  const { form, values, field, set, validate, showErrors } = useForm({
    schema: typedCode,
    initial: { code: groupCode(refused ?? '').text },
  })
  const { onChange: _, ...code } = field('code')
  const plain = plainCode(values.code)

  async function submit() {
    setMessage(undefined)
    const strange = [...new Set(plain)].filter((character) => !inviteCodeAlphabet.includes(character))
    const isStrange = plain.length === inviteCodeLength && strange.length > 0
    const valid = validate(
      values,
      isStrange ? { code: t('invitee:enter.lookAlike', { characters: strange.join(', ') }) } : {},
    )
    if (valid === undefined) return
    setPending(true)
    const outcome = await outcomeOf(queries.fetchQuery(inviteQuery(valid.code)))
    setPending(false)
    if (outcome.is === 'done') return void navigate(paths.accountSetup(valid.code))
    if (outcome.is === 'link-invalid') return showErrors({ code: t('errors:code-invalid') })
    setMessage(outcome.message)
  }

  return (
    <>
      {refused === undefined ? (
        <EntranceHeading title={t('invitee:enter.title')} intro={t('invitee:enter.intro')} />
      ) : (
        <EntranceHeading
          title={t('invitee:invalid.title')}
          intro={t('invitee:invalid.text', { tenant: name })}
          takesFocus
        />
      )}
      <Form
        ref={form}
        label={t('invitee:enter.title')}
        error={message}
        isPending={isPending}
        onSubmit={() => void submit()}
      >
        <CodeField
          {...code}
          label={t('validation:field.code')}
          help={t('invitee:enter.help')}
          count={t('invitee:enter.count', { typed: plain.length, length: inviteCodeLength })}
          onChange={(grouped) => set('code', grouped)}
          read={codeInLink}
        />
        <Button type="submit" isWide isPending={isPending}>
          {t('invitee:enter.submit')}
        </Button>
      </Form>
      <BackToLogin />
    </>
  )
}

/** The code in a link that was pasted whole, else the text as it is. */
function codeInLink(text: string): string {
  return /\/patient-registration\/([^\s/?#]+)/.exec(text)?.[1] ?? text
}

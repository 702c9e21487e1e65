import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import type { Reply } from '../../contract/endpoint.ts'
import { verifyInvite } from '../../contract/invites/endpoints.ts'
import { inviteCode, inviteCodeAlphabet, inviteCodeLength } from '../../contract/rules/invite-code.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { paths } from '../paths.ts'
import { usePreferences } from '../tenants/queries.ts'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { Form } from '../ui/form.tsx'
import { groupCode, plainCode } from '../ui/grouped-code.ts'
import { useT } from '../ui/phrases.ts'
import { useForm } from '../ui/use-form.ts'
import { BackToLogin, EntranceHeading } from './entrance.tsx'
import { outcomeOf } from './outcome.ts'

/** Patients who were invited come here: by the link of a mail, which holds the code, or to enter it. */
export function InviteCodePage() {
  const { id } = useParams({ strict: false })
  if (id === undefined) return <InviteCodeForm />
  return <InviteLookUp text={id}>{(_, code) => <Navigate {...paths.accountSetup(code)} replace />}</InviteLookUp>
}

export type OpenInvite = Reply<typeof verifyInvite>['data']

interface Props {
  /** The code as an address has it. */
  text: string
  children: (invite: OpenInvite, code: string) => ReactNode
}

/** Looks up the invite that a code is for and shows its children with it; says what to do when the code does not work. */
export function InviteLookUp({ text, children }: Props) {
  const t = useT()
  const code = readCode(text)
  const { data, error, isFetching, refetch } = useQuery({ ...inviteQuery(code ?? ''), enabled: code !== undefined })
  if (code === undefined) return <InviteCodeForm refused={text} />
  if (data !== undefined) return children(data, code)
  if (isFetching || error === null) {
    return (
      <div role="status">
        <EntranceHeading title={t('invitee:look.pending')} intro={t('registration:verify.pendingText')} />
      </div>
    )
  }
  if (error instanceof ApiError && error.code === 'code-invalid') return <InviteCodeForm refused={text} />
  return (
    <>
      <EntranceHeading title={t('registration:verify.failedTitle')} intro={wordsOf(error)} takesFocus />
      <Button isWide onClick={() => void refetch()}>
        {t('shell:tryAgain')}
      </Button>
      <BackToLogin />
    </>
  )

  function wordsOf(failure: Error): string {
    if (!(failure instanceof ApiError) || failure.status >= 500) return t('invitee:look.failed')
    return failure.status === 0 ? t('shell:offline') : failure.message
  }
}

const typedCode = z.strictObject({ code: inviteCode })

/** Asks for the code of an invite, or for another one after one that does not work, and leads to the account's set-up. */
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
          label={t('fields:code')}
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

/** Asks whose invite a code is, once for each code. */
function inviteQuery(code: string) {
  return queryOptions({
    queryKey: [verifyInvite.name, code],
    queryFn: async ({ signal }) => (await call(verifyInvite, { query: { code }, signal, errors: 'caller' })).data,
    staleTime: Infinity,
  })
}

/** Reads a code from a link or an address; undefined when it cannot be one. */
function readCode(text: string): string | undefined {
  return inviteCode.safeParse(text).data
}

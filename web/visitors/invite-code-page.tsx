import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import * as z from 'zod/mini'
import type { Reply } from '../../contract/endpoint.ts'
import { verifyInvite } from '../../contract/invites/endpoints.ts'
import { inviteCode, inviteCodeAlphabet, inviteCodeIn } from '../../contract/rules/invite-code.ts'
import { inviteCodeLength } from '../../contract/limits-and-times.ts'
import { call } from '../api/client.ts'
import { failureWords } from '../api/failure-words.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { paths } from '../paths.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import type { Elements } from '../ui/elements.ts'
import { Form } from '../ui/form.tsx'
import { groupCode, plainCode } from '../ui/grouped-code.ts'
import { useT } from '../ui/phrases.ts'
import { useForm } from '../ui/use-form.ts'
import { BackToLogin, EntranceHeading } from './entrance.tsx'
import { InviteQr } from './invite-qr.tsx'
import { isLinkInvalid } from './opening-link.tsx'

/** The page for invited patients, who come by the link of an email with the code, or enter the code here. */
export function InviteCodePage() {
  const { id } = useParams({ strict: false })
  if (id === undefined) return <InviteCodeForm />
  return <InviteLookUp text={id}>{(_, code) => <Navigate {...paths.accountSetup(code)} replace />}</InviteLookUp>
}

export type OpenInvite = Reply<typeof verifyInvite>['data']

interface Props {
  text: string
  children: (invite: OpenInvite, code: string) => Elements
}

/** Looks up the invite of a code and renders its children with it, or explains why the code is invalid. */
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
  if (isLinkInvalid(error)) return <InviteCodeForm refused={text} />
  return (
    <>
      <EntranceHeading
        title={t('registration:verify.failedTitle')}
        intro={failureWords(error, { failed: 'invitee:look.failed' })}
        takesFocus
      />
      <Button isWide onClick={() => void refetch()}>
        {t('shell:tryAgain')}
      </Button>
      <InviteQr code={code} help="invitee:qr.used" />
      <BackToLogin />
    </>
  )
}

const typedCode = z.strictObject({ code: inviteCode })

/** Asks for the code of an invite, or for another one after an invalid one, and leads to the account setup. */
export function InviteCodeForm({ refused }: { refused?: string }) {
  const t = useT()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { name } = usePreferences()
  const form = useForm({ schema: typedCode, initial: { code: groupCode(refused ?? '').text } })
  const { onChange: _, ...code } = form.field('code')
  const plain = plainCode(form.values.code)
  const refusedCode = inviteCodeIn(plainCode(refused ?? ''))
  const submission = useSubmit(form, {
    failed: 'passwords:failed',
    read: () => {
      const strange = [...new Set(plain)].filter((character) => !inviteCodeAlphabet.includes(character))
      const isStrange = plain.length === inviteCodeLength && strange.length > 0
      return {
        candidate: form.values,
        errors: isStrange ? { code: t('invitee:enter.lookAlike', { characters: strange.join(', ') }) } : {},
      }
    },
    send: (body) => queries.fetchQuery(inviteQuery(body.code)),
    onDone: (_invite, body) => navigate(paths.accountSetup(body.code)),
    onFailure: (error) => {
      if (isLinkInvalid(error)) form.showErrors({ code: t('errors:code-invalid') })
      return isLinkInvalid(error)
    },
  })

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
      <Form {...submission} label={t('invitee:enter.title')}>
        <CodeField
          {...code}
          label={t('fields:code')}
          help={t('invitee:enter.help', { length: inviteCodeLength })}
          count={t('invitee:enter.count', { typed: plain.length, length: inviteCodeLength })}
          onChange={(grouped) => form.set('code', grouped)}
          read={codeInLink}
        />
        <Button type="submit" isWide isPending={submission.isPending}>
          {t('invitee:enter.submit')}
        </Button>
      </Form>
      {refusedCode !== undefined && <InviteQr code={refusedCode} help="invitee:qr.used" />}
      <BackToLogin />
    </>
  )
}

/** Extracts the code from a pasted link; any other text stays as it is. */
function codeInLink(text: string): string {
  return /\/patient-registration\/([^\s/?#]+)/.exec(text)?.[1] ?? text
}

/** Looks up the invite of a code, once for each code. */
function inviteQuery(code: string) {
  return queryOptions({
    queryKey: [verifyInvite.name, code],
    queryFn: async ({ signal }) => (await call(verifyInvite, { query: { code }, signal, errors: 'caller' })).data,
    staleTime: Infinity,
  })
}

/** Reads a code from a link or an address; undefined for an impossible code. */
function readCode(text: string): string | undefined {
  return inviteCode.safeParse(text).data
}

import { IconBan, IconKey, IconPlayerPlay, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Webhook } from '../../contract/webhooks/endpoints.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { SecretDialog } from '../editing/secret-dialog.tsx'
import { PartList } from '../lists/part-list.tsx'
import { Answer } from '../loading/waiting.tsx'
import { useCrumb } from '../routing/page-crumb.ts'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import * as styles from './webhooks.module.css'
import {
  attemptsQuery,
  useResumeWebhook,
  useRevokeWebhook,
  useRotateWebhook,
  useTestWebhook,
  webhookQuery,
} from './queries.ts'
import { AttemptRow } from './attempt-row.tsx'
import { secretWords } from './secret-words.ts'
import { State, WebhookFacts } from './webhook-facts.tsx'

/** A webhook: whether it works, what can be done with it, and what it sent. */
export function WebhookPage() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/own-tenant/webhooks/$id' })
  const query = useQuery(webhookQuery(id))
  const webhook = query.data?.data
  const host = webhook && new URL(webhook.url).host
  useCrumb(host)
  return (
    <Page title={host ?? t('shell:page.webhook')} detail={webhook && <State state={webhook.state} />} width="narrow">
      <Answer query={query} waiting={<RowSkeletons rows={4} label={t('shell:loading')} />}>
        {({ data }) => <WholeWebhook webhook={data} />}
      </Answer>
    </Page>
  )
}

function WholeWebhook({ webhook }: { webhook: Webhook }) {
  const t = useT()
  const isOver = webhook.state === 'ended' || webhook.state === 'revoked'
  return (
    <>
      <div className={styles.whole}>
        <p className={styles.url} translate="no">
          {webhook.url}
        </p>
        <WebhookFacts webhook={webhook} />
      </div>
      {webhook.state !== 'revoked' && (
        <div className={styles.ways}>
          {!isOver && (
            <Actions>
              <Test id={webhook.id} />
            </Actions>
          )}
          {(webhook.state === 'paused' || webhook.state === 'failing') && (
            <Actions>
              <Resume id={webhook.id} />
            </Actions>
          )}
          {!isOver && (
            <Actions>
              <Rotate id={webhook.id} />
            </Actions>
          )}
          <Actions>
            <Revoke webhook={webhook} />
          </Actions>
        </div>
      )}
      <PartList
        title={t('webhooks:log.title')}
        level={2}
        query={(cursor) => attemptsQuery(webhook.id, cursor)}
        none={t('webhooks:log.none')}
        row={(attempt) => <AttemptRow attempt={attempt} canResend={!isOver} />}
      />
    </>
  )
}

function Test({ id }: { id: string }) {
  const t = useT()
  const test = useTestWebhook(id)
  return <Action icon={IconSend} word={t('webhooks:test')} isPending={test.isPending} onAct={() => test.mutate()} />
}

function Resume({ id }: { id: string }) {
  const t = useT()
  const resume = useResumeWebhook(id)
  return (
    <Action
      icon={IconPlayerPlay}
      word={t('webhooks:resume')}
      isPending={resume.isPending}
      onAct={() => resume.mutate()}
    />
  )
}

function Rotate({ id }: { id: string }) {
  const t = useT()
  const rotate = useRotateWebhook(id)
  return (
    <>
      <Action
        icon={IconKey}
        word={t('webhooks:rotate')}
        isPending={rotate.isPending}
        onAct={() => rotate.mutate()}
        confirm={{
          kind: 'deed',
          title: t('webhooks:rotate.title'),
          text: t('webhooks:rotate.text'),
          stay: t('webhooks:rotate.stay'),
          leave: t('webhooks:rotate'),
        }}
      />
      {rotate.data !== undefined && (
        <SecretDialog secret={rotate.data.secret} words={secretWords(t)} onStored={() => rotate.reset()} />
      )}
    </>
  )
}

function Revoke({ webhook: { id, url } }: { webhook: Webhook }) {
  const t = useT()
  const revoke = useRevokeWebhook(id)
  return (
    <Action
      icon={IconBan}
      word={t('webhooks:revoke')}
      isPending={revoke.isPending}
      onAct={() => revoke.mutate()}
      confirm={{
        kind: 'loss',
        title: t('webhooks:revoke.title'),
        text: t('webhooks:revoke.text', { url }),
        stay: t('webhooks:revoke.stay'),
        leave: t('webhooks:revoke'),
      }}
    />
  )
}

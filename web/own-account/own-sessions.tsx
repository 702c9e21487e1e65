import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconDeviceLaptop } from '@tabler/icons-react'
import type { Reply } from '../../contract/endpoint.ts'
import { endMyOtherSessions, listMySessions } from '../../contract/own-account/endpoints.ts'
import { languageTag } from '../../contract/locales.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Answer } from '../loading/waiting.tsx'
import { Button } from '../ui/button.tsx'
import { agoText } from '../ui/date-text.ts'
import { t as say, useLocale, useT } from '../ui/phrases.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { showMessage } from '../ui/snackbar-store.ts'
import { useNow } from '../ui/use-now.ts'
import * as styles from './own-user-page.module.css'

export function OwnSessions() {
  const sessions = useQuery(queryOf(listMySessions))
  return (
    <Answer query={sessions} waiting={<Skeleton height={64} />} isPart>
      {({ data }) => <Sessions sessions={data} />}
    </Answer>
  )
}

function Sessions({ sessions }: { sessions: Reply<typeof listMySessions>['data'] }) {
  const t = useT()
  const now = useNow()
  const language = languageTag(useLocale())
  const queries = useQueryClient()
  const endOthers = useMutation({
    mutationFn: () => call(endMyOtherSessions),
    onSuccess: () => {
      showMessage(say('ownAccount:othersEnded'), 'success')
      return queries.invalidateQueries({ queryKey: [listMySessions.name] })
    },
  })
  const ago = (at: string) =>
    agoText(new Date(at), now, language, t('shell:momentAgo')) ?? new Date(at).toLocaleString(language)
  return (
    <div>
      <ul className={styles.sessions}>
        {sessions.map(({ id, isCurrent, lastSeenAt, startedAt }) => (
          <li key={id} className={styles.session}>
            <IconDeviceLaptop size={24} stroke={1.5} aria-hidden />
            <div>
              <p className={styles.where}>{t(isCurrent ? 'ownAccount:here' : 'ownAccount:elsewhere')}</p>
              <p className={styles.times}>
                {t('ownAccount:sessionTimes', { seen: ago(lastSeenAt), started: ago(startedAt) })}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Button variant="default" isPending={endOthers.isPending} onClick={() => endOthers.mutate()}>
          {t('ownAccount:endOthers')}
        </Button>
      ) : (
        <p className={styles.times}>{t('ownAccount:onlyHere')}</p>
      )}
    </div>
  )
}

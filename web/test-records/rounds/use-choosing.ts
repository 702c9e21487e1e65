import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { findInviteeOfGroup, type RosterPerson } from '../../../contract/rounds/starting.ts'
import { inviteCodeIn } from '../../../contract/rules/invite-code.ts'
import { call } from '../../api/client.ts'
import { failureWords } from '../../api/failure-words.ts'
import { t } from '../../ui/phrases.ts'
import { useForKind } from './for-kind.ts'
import { rosterQuery } from './roster-query.ts'
import { meantBy, nameOf, shortened } from './standing.ts'
import type { Told } from './told.ts'
import { whoseInvite } from './use-scanned-invite.ts'

/**
 * Chooses people of a group one by one, by a typed beginning, a scanned number or the scanned code of an invite. Nobody is chosen whom
 * a text only may mean. Returns what was told last, too.
 */
export function useChoosing(groupId: string | undefined, onChoose: (subjectId: string) => void) {
  const forKind = useForKind()
  const queries = useQueryClient()
  const [told, setTold] = useState<Told>()
  const latest = useRef({ groupId, onChoose })
  // The answer is for the group that the form has then.
  useEffect(() => {
    latest.current = { groupId, onChoose }
  })

  async function personMeant(group: string, text: string): Promise<RosterPerson | { words: string | undefined }> {
    const { data: people } = await queries.ensureQueryData(rosterQuery(group))
    const code = inviteCodeIn(text)
    const meant = meantBy(people, text)
    if (meant.length > 1) return { words: forKind('rounds:start.several') }
    if (meant[0] !== undefined || code === undefined) {
      return meant[0] ?? { words: forKind('rounds:find.nobody', { text: shortened(text) }) }
    }
    const find = async () =>
      (await call(findInviteeOfGroup, { params: { id: group }, body: { code }, errors: 'caller' })).data.subjectId
    const whose = await whoseInvite(find, code)
    if ('words' in whose) return whose
    return people.find(({ subject }) => subject.id === whose.id) ?? { words: t('rounds:find.inviteNobody') }
  }

  async function take(text: string): Promise<Told | undefined> {
    if (groupId === undefined) return said({ words: t('rounds:start.chooseGroup') })
    try {
      const meant = await personMeant(groupId, text)
      if (latest.current.groupId !== groupId) return undefined
      if ('words' in meant) return said(meant)
      latest.current.onChoose(meant.subject.id)
      return said({ tone: 'success', words: t('rounds:start.added', { name: nameOf(meant) }) })
    } catch (error) {
      return said({ words: failureWords(error, { failed: 'rounds:failed', hasFields: false }) })
    }
  }

  function said({ tone = 'danger', words }: { tone?: Told['tone']; words: string | undefined }): Told | undefined {
    const now = words === undefined ? undefined : { tone, words }
    setTold(now)
    return now
  }

  return { take, told, forget: () => setTold(undefined) }
}

import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { getImport, listImports, uploadImport } from '../../contract/imports/endpoints.ts'
import { maxImportBytes } from '../../contract/limits-and-times.ts'
import { fieldErrors } from '../api/api-error.ts'
import { upload } from '../api/client.ts'
import { failureWords } from '../api/failure-words.ts'
import { useShownAnew } from '../api/query.ts'
import { ownZone } from '../browser.ts'
import { paths } from '../paths.ts'
import { t } from '../ui/phrases.ts'

/** Sends a chosen file at once, and goes on to the page of its import. After a failure the file is still chosen. */
export function useSending() {
  const navigate = useNavigate()
  const showAnew = useShownAnew([listImports, getImport])
  const [file, setFile] = useState<File>()
  const [share, setShare] = useState(0)
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(null)
  const sending = useMutation({
    mutationFn: async (chosen: File) => {
      const controller = new AbortController()
      running.current = controller
      const options = { signal: controller.signal, errors: 'caller' as const, onProgress: setShare }
      return (await upload(uploadImport, chosen, { ...options, query: { zone: ownZone() } })).data
    },
    onSuccess: ({ id }) => {
      showAnew()
      void navigate(paths.import(id))
    },
    onError: (error) => {
      if (running.current?.signal.aborted) setProblem(t('importing:new.stopped'))
      else setProblem(problemWords(error))
    },
  })

  function send(chosen: File) {
    setProblem(undefined)
    setShare(0)
    sending.mutate(chosen)
  }

  return {
    file,
    share,
    problem,
    isSending: sending.isPending,
    canRetry: file !== undefined && problem !== undefined && file.size <= maxImportBytes,
    choose: (chosen: File) => {
      if (sending.isPending) return
      setFile(chosen)
      if (chosen.size > maxImportBytes) setProblem(t('importing:new.tooLarge'))
      else send(chosen)
    },
    retry: () => file && send(file),
    stop: () => running.current?.abort(),
  }
}

function problemWords(error: Error): string {
  const [first] = Object.values(fieldErrors(error))
  const words = failureWords(error, {
    failed: 'importing:new.failed',
    offline: 'importing:new.offline',
    refused: { 413: 'importing:new.tooLarge', 503: 'importing:new.busy' },
  })
  return first ?? words ?? t('importing:new.failed')
}

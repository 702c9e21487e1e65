import { useMutation, type MutationKey } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { uploadDeviceImage } from '../../../contract/device-images/endpoints.ts'
import { readLine } from '../../../contract/rules/written-characters.ts'
import { ApiError, fieldErrors } from '../../api/api-error.ts'
import { upload } from '../../api/client.ts'
import { failureWords, type FailureWords } from '../../api/failure-words.ts'
import { useT } from '../../ui/phrases.ts'
import { PictureProblem } from '../../ui/picture-file.ts'
import { photoToSend } from '../device-image.ts'
import type { Draft } from './draft.ts'

const photoFailure = {
  failed: 'recordingDetails:photo.failed',
  offline: 'recordingDetails:photo.failed',
  refused: { 413: 'rules:imageTooLarge', 415: 'rules:image' },
} as const satisfies FailureWords

export type PhotoUpload = ReturnType<typeof usePhotoUpload>

interface Settings {
  /** By this, others than the form find an upload. */
  key?: MutationKey
  /** Called with what the field says once an upload has failed. */
  onFailed?: (words: string) => void
}

/** Uploads a chosen photo at once, so that saving seldom waits for it. `missing` says of one on its way that a form would leave without it. */
export function usePhotoUpload(
  onUploaded: (image: Draft['image']) => void,
  { key = ['photo'], onFailed }: Settings = {},
) {
  const t = useT()
  const [share, setShare] = useState(0)
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(null)
  const sending = useMutation({
    mutationKey: key,
    mutationFn: async (chosen: File) => {
      const controller = new AbortController()
      running.current = controller
      setShare(0)
      const options = { signal: controller.signal, errors: 'caller' as const, onProgress: setShare }
      const photo = await photoToSend(chosen)
      // The upload may have been cancelled while the photo was being resized.
      controller.signal.throwIfAborted()
      return (await upload(uploadDeviceImage, photo, options)).data
    },
    // A file name may hold characters that no text field can.
    onSuccess: ({ id }, chosen) => onUploaded({ id, name: readLine(chosen.name.toWellFormed()) }),
    onError: (error) => {
      const wasCancelled = running.current?.signal.aborted === true
      if (wasCancelled || !mayStillSucceed(error)) setFile(undefined)
      if (wasCancelled) return
      const words = problemWords(error)
      setProblem(words)
      onFailed?.(words)
    },
  })

  function problemWords(error: unknown): string {
    if (error instanceof PictureProblem) return t(`rules:${error.phrase}`)
    const [first] = Object.values(fieldErrors(error))
    return first ?? failureWords(error, photoFailure) ?? t(photoFailure.failed)
  }

  function choose(chosen: File) {
    setProblem(undefined)
    setFile(chosen)
    sending.mutate(chosen)
  }

  const missing: Record<string, string> = sending.isPending ? { deviceImageId: t('recordingDetails:photo.wait') } : {}

  function forget() {
    running.current?.abort()
    setFile(undefined)
    setProblem(undefined)
  }

  function retry() {
    setProblem(undefined)
    if (file) sending.mutate(file)
  }

  return {
    choose,
    forget,
    retry,
    share,
    problem,
    isSending: sending.isPending,
    missing,
    canRetry: file !== undefined && problem !== undefined,
  }
}

/**
 * True if uploading the photo again may succeed: it did not arrive, the server was busy, or the fault was the server's.
 */
function mayStillSucceed(error: unknown): boolean {
  if (!(error instanceof ApiError)) return !(error instanceof PictureProblem)
  return error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500
}

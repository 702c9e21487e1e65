import type { useT } from '../ui/phrases.ts'

/** The words around a secret that is shown once. */
export function secretWords(t: ReturnType<typeof useT>) {
  return {
    title: t('webhooks:secret.title'),
    text: t('webhooks:secret.text'),
    label: t('webhooks:secret.label'),
    copy: t('webhooks:secret.copy'),
    copied: t('webhooks:secret.copied'),
    notCopied: t('webhooks:secret.notCopied'),
    done: t('webhooks:secret.done'),
  }
}

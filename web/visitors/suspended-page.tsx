import { usePreferences } from '../preferences/preferences.ts'
import { BrandLogo } from '../ui/brand-logo.tsx'
import { Button } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import { useDocumentTitle } from '../ui/use-document-title.ts'
import * as page from './error-page.module.css'
import * as frame from './visitor-frame.module.css'

/**
 * Replaces everything while the tenant is suspended: explains that in its brand, with the text of the person who
 * suspended it.
 */
export function SuspendedPage() {
  const t = useT()
  const { productName, logos, suspension } = usePreferences()
  const title = t('suspension:title', { product: productName })
  useDocumentTitle(title)
  return (
    <div className={frame.frame}>
      <header className={frame.bar}>
        <p className={frame.product}>
          <BrandLogo logos={logos} />
          <span>{productName}</span>
        </p>
      </header>
      <main id="content" className={frame.content}>
        <div className={page.error}>
          <h1 tabIndex={-1} data-page-heading className={page.title}>
            {title}
          </h1>
          <p className={page.text}>{suspension?.details ?? t('suspension:text')}</p>
          <p className={page.text}>{t('suspension:kept')}</p>
          <div className={page.actions}>
            <Button onClick={() => window.location.reload()}>{t('shell:tryAgain')}</Button>
          </div>
        </div>
      </main>
    </div>
  )
}

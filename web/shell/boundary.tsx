import { Component } from 'react'
import { reportError } from '../api/error-reporting.ts'
import { Button } from '../ui/button.tsx'
import type { Elements } from '../ui/elements.ts'
import { Notice } from '../ui/notice.tsx'
import { t } from '../ui/phrases.ts'

interface Props {
  /**
   * True if it surrounds a page: then a failure is shown with an offer to reload. Any other content disappears and the
   * page stays.
   */
  isPage: boolean
  children: Elements
}

/** Contains an error during rendering, so that it does not remove everything else. */
export class Boundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown): void {
    reportError(error)
  }

  override render(): Elements {
    if (!this.state.hasFailed) return this.props.children
    if (!this.props.isPage) return null
    return (
      <main>
        <Notice heading="h1" title={t('shell:title500')} text={t('shell:unknownError')}>
          <Button onClick={() => window.location.reload()}>{t('shell:tryAgain')}</Button>
        </Notice>
      </main>
    )
  }
}

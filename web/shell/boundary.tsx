import { Component } from 'react'
import { reportError } from '../api/error-reporting.ts'
import { Button } from '../ui/button.tsx'
import type { Elements } from '../ui/elements.ts'
import { Notice } from '../ui/notice.tsx'
import { t } from '../ui/phrases.ts'

interface Props {
  /** Whether what fails is the page: then this says so and offers to load it afresh. Anything else goes, and the page stays. */
  isPage: boolean
  children: Elements
}

/** Keeps what fails while it is drawn from taking everything else with it. */
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

import { Page } from '../ui/page.tsx'

export function TestRecordsPage() {
  return <Page title="">{null}</Page>
}

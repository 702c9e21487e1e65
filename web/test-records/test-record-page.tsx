import { Page } from '../ui/page.tsx'

export function TestRecordPage() {
  return <Page title="">{null}</Page>
}

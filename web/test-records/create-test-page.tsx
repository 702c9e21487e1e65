import { Page } from '../ui/page.tsx'

export function CreateTestPage() {
  return <Page title="">{null}</Page>
}

export function ErrorPage({ status }: { status: number | undefined }) {
  return <h1>{status}</h1>
}

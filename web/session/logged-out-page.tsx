export function LoggedOutPage() {
  return <h1>out</h1>
}

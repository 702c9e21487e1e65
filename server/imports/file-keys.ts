/** The key of an imported file among the files. */
export function fileKeyOf(tenantId: string, importId: string): string {
  return `imports/${tenantId}/${importId}`
}

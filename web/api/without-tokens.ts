/** The places of an address where a token or a code stands, in the web app's and in the server's. */
const secrets = /([?&](?:token|id|code|newUser)=|\/patient-registration\/)[^&#?"\s\\]*/g

/**
 * An event for the error-reporting service, with the tokens of mailed links and the codes of invites taken out of every
 * address that it holds.
 */
export function withoutTokens<E extends { sdkProcessingMetadata?: unknown }>(event: E): E {
  // Metadata stay in the browser, and may refer to themselves.
  const { sdkProcessingMetadata, ...sent } = event
  const text = JSON.stringify(sent).replaceAll(secrets, '$1…')
  // The same object but for the tokens.
  return { ...(JSON.parse(text) as typeof sent), sdkProcessingMetadata } as E
}

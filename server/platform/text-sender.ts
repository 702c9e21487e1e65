import type { TextConfig } from './config.ts'

/** One text message, ready to go. */
export interface Text {
  /** As E.164. */
  to: string
  text: string
}

/** Hands a text to the service that sends it, and throws when it does not take it. */
export type SendText = (text: Text) => Promise<void>

const millisecondsToAnswer = 15_000

/**
 * Sends through Twilio's REST API, or a service that speaks it. Undefined without one. What it throws says neither the
 * number nor a secret, because failed jobs keep it.
 */
export function openTextSender(config: TextConfig | undefined): SendText | undefined {
  if (config === undefined) return undefined
  const { url, accountSid, authToken, from } = config
  const address = `${url.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return async ({ to, text }) => {
    const status = await post(address, authorization, new URLSearchParams({ To: to, From: from, Body: text }))
    if (status < 200 || status > 299) throw new Error(`The text service answered with status ${status}`)
  }
}

async function post(address: string, authorization: string, form: URLSearchParams): Promise<number> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization },
      body: form,
      redirect: 'manual',
      signal: AbortSignal.timeout(millisecondsToAnswer),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    throw new Error('The text service could not be reached, or did not answer in time')
  }
}

import { typedCode } from './invite-code.ts'

/** How many characters the code on a printed record has: 30 to the power of 12 of them cannot be tried out. */
export const verificationCodeLength = 12

/** The code on a printed record as it was typed, in any case, with spaces or dashes; read as 12 capitals and digits. */
export const verificationCode = typedCode(verificationCodeLength)

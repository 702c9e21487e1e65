import { typedCode } from './invite-code.ts'

/** The number of characters in the code on a printed record: 30 to the power of 12 codes cannot be tried out. */
export const verificationCodeLength = 12

/** The code on a printed record as typed, in any case, with spaces or dashes; read as 12 capitals and digits. */
export const verificationCode = typedCode(verificationCodeLength)

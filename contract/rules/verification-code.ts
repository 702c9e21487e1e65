import { typedCode } from './invite-code.ts'
import { verificationCodeLength } from '../limits-and-times.ts'

/** The code on a printed record as typed, in any case, with spaces or dashes; read as 12 capitals and digits. */
export const verificationCode = typedCode(verificationCodeLength)

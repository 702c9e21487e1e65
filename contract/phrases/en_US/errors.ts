export { errors } from '../en_GB/errors.ts'

import { exportPhrases as british } from '../en_GB/export.ts'

export const exportPhrases = { ...british, organisation: 'Organization' }

import { checkEveryScreen } from './steps/every-screen.ts'

checkEveryScreen('cascade', 'es_MX')

import { checkEveryScreen } from './steps/every-screen.ts'

checkEveryScreen('harbour', 'en_GB')

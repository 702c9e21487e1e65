import { checkEveryScreen } from './steps/every-screen.ts'

checkEveryScreen('cascade', 'en_US')

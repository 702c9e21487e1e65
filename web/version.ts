import { version as ofPackage } from '../package.json'

/** The version shown (spec §9); package.json is the one place that says it. */
export const version = ofPackage

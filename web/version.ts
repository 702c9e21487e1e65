import { version as ofPackage } from '../package.json'

/** The version shown (spec §9); package.json is its only source. */
export const version = ofPackage

/** The steps before an import, which are loaded together and apart from the page, because later nobody needs them. */
export { FileCard } from './file-card.tsx'
export { QuestionsCard } from './questions-card.tsx'

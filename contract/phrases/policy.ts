/** The policies with default texts, each of which a tenant may replace. */
export const policyNames = ['cookie-policy', 'web-privacy-policy', 'app-privacy-policy', 'eula'] as const
export type PolicyName = (typeof policyNames)[number]

/**
 * Default texts in a small part of Markdown: `## ` headings, paragraphs, `- ` lists, `**strong**` and links.
 * `{{product}}` and `{{tenant}}` are filled in.
 */
export type PolicyTexts = Record<PolicyName, string>

import type { MappedField } from '@tocsin/contracts/mappings/noun.js';

/** What people call the fields, and what one gives. */
export const fieldNames: Readonly<Record<MappedField, { readonly label: string; readonly hint: string }>> = {
  summary: { label: 'Title', hint: 'What is wrong. Required for alerts that open.' },
  key: { label: 'Key', hint: 'The same key is the same alert. Without one, title, source and labels are.' },
  action: { label: 'Action', hint: '"trigger", "acknowledge" or "resolve"; usual words such as "ok" are understood.' },
  severity: { label: 'Severity', hint: '"critical", "error", "warning" or "info".' },
  source: { label: 'Source', hint: 'Where it is; becomes a label.' },
  name: { label: 'Alert name', hint: 'The kind of alert.' },
  labels: { label: 'Labels', hint: 'An object, such as { "env": stage }.' },
  links: { label: 'Links', hint: 'A list of addresses, or of { "href": …, "text": … }.' },
  details: { label: 'Details', hint: 'Further text or an object, shown with the alert.' },
  startsAt: { label: 'Start', hint: 'The time from which it fires.' },
  test: { label: 'Test', hint: 'true: the alert pages no one but the tester.' },
};

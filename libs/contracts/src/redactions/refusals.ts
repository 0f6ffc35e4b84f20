import type { Refusals } from '../refusal.js';

export const refusals = {
  'redaction.not_text': [409, 'Only free text can be redacted: the history depends on ids and names.', 'Rename the entity instead.'],
  'redaction.not_found': [404, 'There is no such text in the history.', 'Search again.'],
  'redaction.search_here': [
    409,
    'In the cluster profile the history is in EventStoreDB, and can’t be searched from here.',
    'Redact by number and path.',
  ],
} as const satisfies Refusals;

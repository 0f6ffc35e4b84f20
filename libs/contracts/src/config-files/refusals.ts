import type { Refusals } from '../refusal.js';

export const refusals = {
  'config.external_key_taken': [409, 'Another one has this external key: {name}.', 'Choose another key, or remove that one’s key first.'],
  'config.item_not_found': [404, 'There is no such thing.', 'Check its kind and id.'],
  'config.apply_running': [409, 'Files of {source} are being applied.', 'Wait until that has ended, and plan again.'],
  'config.stale': [409, 'Something changed since the plan was reviewed.', 'Plan again, and review what it says now.'],
  'config.expired': [409, 'The plan was reviewed more than {hours} hours ago.', 'Plan again.'],
} as const satisfies Refusals;

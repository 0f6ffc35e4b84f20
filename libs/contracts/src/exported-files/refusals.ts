import type { Refusals } from '../refusal.js';

export const refusals = {
  'exported_file.not_found': [404, 'There is no such file, or it is somebody else’s.', 'Export it again.'],
} as const satisfies Refusals;

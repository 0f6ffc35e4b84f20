import type { Refusals } from '../refusal.js';

export const refusals = {
  'backups.not_set_up': [409, 'No destination for backups is set.', 'Set one first.'],
  'backups.secret_missing': [
    422,
    'The secret key of the bucket is missing.',
    'Enter it. The stored one belongs to the destination and access key that it was entered with.',
  ],
  'backups.set_by_environment': [
    409,
    'The destination is set by TOCSIN_BACKUP.',
    'Change or remove that variable, and restart Tocsin. Nothing was changed.',
  ],
  'backups.inside_data': [
    422,
    'The folder is inside the data folder, or around it.',
    'Choose a folder on another disk: what is on this one is lost with it.',
  ],
} as const satisfies Refusals;

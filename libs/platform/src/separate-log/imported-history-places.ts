import { join } from 'node:path';
import type { SeparateLogPlaces } from './separate-log.js';

/** The history of other systems in a data folder. */
export const importedHistoryIn = (data: string): SeparateLogPlaces => ({
  log: join(data, 'log', 'imported'),
  vault: join(data, 'vault', 'imported'),
});

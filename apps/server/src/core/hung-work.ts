import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { HungWork } from './ended-work.js';

const storedList = z.array(
  z.object({
    what: z.string(),
    id: z.string(),
    events: z.tuple([z.number(), z.number()]).readonly().optional(),
    times: z.number(),
    version: z.string(),
  }),
);

/** A missing or unreadable file counts as empty; the cost is one more end of the process. */
export const readEnded = (file: string, version: string): readonly HungWork[] => {
  try {
    return storedList.parse(JSON.parse(readFileSync(file, 'utf8'))).filter((one) => one.version === version);
  } catch {
    return [];
  }
};

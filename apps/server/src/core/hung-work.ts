import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** Number of times the process was ended because of one piece of work that never finished. */
const hungWork = z.object({
  what: z.string(),
  id: z.string(),
  events: z.tuple([z.number(), z.number()]).readonly().optional(),
  times: z.number(),
  /** Version of the program; another version may not have the bug. */
  version: z.string(),
});
export type HungWork = z.infer<typeof hungWork>;

const storedList = z.array(hungWork);

/** A missing or unreadable file counts as empty; the cost is one more end of the process. */
export const readEnded = (file: string, version: string): readonly HungWork[] => {
  try {
    return storedList.parse(JSON.parse(readFileSync(file, 'utf8'))).filter((one) => one.version === version);
  } catch {
    return [];
  }
};

export const addEnded = (file: string, work: Omit<HungWork, 'times'>): void => {
  const before = readEnded(file, work.version);
  const times = (before.find(({ id }) => id === work.id)?.times ?? 0) + 1;
  writeFileSync(file, JSON.stringify([...before.filter(({ id }) => id !== work.id), { ...work, times }]));
};

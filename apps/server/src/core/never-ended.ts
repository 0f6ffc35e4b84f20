import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** Number of times the process was ended because of one piece of work that never finished. */
const ended = z.object({
  what: z.string(),
  id: z.string(),
  events: z.tuple([z.number(), z.number()]).readonly().optional(),
  times: z.number(),
  /** Version of the program; another version may not have the bug. */
  version: z.string(),
});
export type Ended = z.infer<typeof ended>;

const storedList = z.array(ended);

/** A missing or unreadable file counts as empty; the cost is one more end of the process. */
export const readEnded = (file: string, version: string): readonly Ended[] => {
  try {
    return storedList.parse(JSON.parse(readFileSync(file, 'utf8'))).filter((one) => one.version === version);
  } catch {
    return [];
  }
};

export const addEnded = (file: string, piece: Omit<Ended, 'times'>): void => {
  const before = readEnded(file, piece.version);
  const times = (before.find(({ id }) => id === piece.id)?.times ?? 0) + 1;
  writeFileSync(file, JSON.stringify([...before.filter(({ id }) => id !== piece.id), { ...piece, times }]));
};

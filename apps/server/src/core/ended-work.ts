import { writeFileSync } from 'node:fs';

/** How many times the process was ended because of one piece of work that never finished. */
export interface HungWork {
  readonly what: string;
  readonly id: string;
  readonly events?: readonly [first: number, last: number] | undefined;
  readonly times: number;
  /** Version of the program; another version may not have the bug. */
  readonly version: string;
}

/** Adds one more end to those in the file. The watchdog’s thread loads this file and nothing of size. */
export const addEnded = (file: string, before: readonly HungWork[], work: Omit<HungWork, 'times'>): void => {
  const times = (before.find(({ id }) => id === work.id)?.times ?? 0) + 1;
  writeFileSync(file, JSON.stringify([...before.filter(({ id }) => id !== work.id), { ...work, times }]));
};

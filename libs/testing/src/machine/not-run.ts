import { appendFileSync } from 'node:fs';

/** Reports at the end of the run what could not be run on this machine, and why. */
export function sayNotRun(line: string): void {
  const report = process.env['TOCSIN_NOT_RUN_FILE'];
  if (report) appendFileSync(report, `${line}\n`);
}

import { ProgressBar, type Terminal } from './progress-bar.js';
import { checksOf } from './doctor-checks.js';
import { requireData, type Settings } from './settings.js';

/** With at least this many events, the check takes long enough for a progress bar. */
const worthABar = 100_000;

/** `tocsin doctor`: one line for each check. Returns 1 when one has failed. */
export const runDoctor = async (_args: readonly string[], settings: Settings, terminal: Terminal): Promise<number> => {
  requireData(settings);
  const checks = checksOf(settings);
  let bad = 0;
  for (const [what, look] of Object.entries(checks)) {
    const bar = new ProgressBar(terminal, `reading ${what}`);
    const show = (done: number, target: number): void => (target > worthABar ? bar.show(done, target) : undefined);
    const result = await look(settings, show).catch((error: unknown) => ({
      ok: false,
      says: error instanceof Error ? error.message : String(error),
    }));
    bar.end();
    if (!result.ok) bad += 1;
    terminal.write(`${result.ok ? 'ok ' : 'BAD'}  ${what.padEnd(12)} ${result.says}\n`);
  }
  terminal.write(bad === 0 ? 'No problems found.\n' : `${bad} of ${Object.keys(checks).length} checks failed.\n`);
  return bad === 0 ? 0 : 1;
};

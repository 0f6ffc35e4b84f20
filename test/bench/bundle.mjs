import { execFileSync } from 'node:child_process';
import { inRoot } from '../../scripts/env/root.mjs';

/** The first screen’s JavaScript, measured like in the check of every change. */
export const bundle = async () => {
  let message;
  try {
    message = execFileSync(process.execPath, [inRoot('scripts', 'check-bundle.mjs')], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    message = error.stdout;
  }
  const [, total, budget] = /([\d.]+) kB of ([\d.]+) kB/.exec(message);
  const row = {
    what: 'JavaScript of the first screen, gzipped',
    figure: `${total} kB`,
    ceiling: '',
    ratio: '',
    wanted: `≤ ${Number(budget)} kB`,
  };
  return [{ ...row, met: Number(total) <= Number(budget), note: '' }];
};

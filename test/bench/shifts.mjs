import { execFileSync } from 'node:child_process';
import { inRoot } from '../../scripts/env/root.mjs';
import { row, told } from './measure.mjs';

/** A year of shifts, compared with an oracle that walks the minutes, and with a date library for the same daily handoffs. */
export const shifts = async ({ rounds }) => {
  const said = execFileSync(
    process.execPath,
    ['--import', inRoot('test/bench/typescript.mjs'), inRoot('test/bench/shifts-contest.mjs'), String(rounds)],
    {
      encoding: 'utf8',
      cwd: inRoot(),
    },
  );
  const { year, oracle, daily, handoffs, luxon, shifts: found } = JSON.parse(said);
  const per = (ms) => `${ms < 10 ? ms.toFixed(2) : Math.round(ms)} ms`;
  return [
    row('A year of shifts, 100 schedules of 5 layers', per(year), `oracle ${per(oracle)}`, oracle / year, 20, {
      note: `${found.toLocaleString('en')} shifts; the oracle walked 14 days of 5 schedules, taken by as much`,
    }),
    row('A year of daily handoffs, 500 rotations', per(handoffs), `luxon ${per(luxon)}`, luxon / handoffs, 100, {
      note: 'the same instants on both sides',
    }),
    told('The same as shifts, with layers and reasons', per(daily), `luxon’s handoffs ${per(luxon)}`, luxon / daily),
  ];
};

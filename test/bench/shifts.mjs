import { execFileSync } from 'node:child_process';
import { inRoot } from '../../scripts/env/root.mjs';
import { row, informationRow } from './measure.mjs';

const countedTargetMs = 50;

/** A year of shifts, compared with an oracle that walks the minutes, and with a date library for the same daily handoffs. */
export const shifts = async ({ rounds }) => {
  const output = execFileSync(
    process.execPath,
    ['--import', inRoot('test/bench/typescript.mjs'), inRoot('test/bench/shifts-contest.mjs'), String(rounds)],
    {
      encoding: 'utf8',
      cwd: inRoot(),
    },
  );
  const { counted, year, oracle, daily, handoffs, luxon, shifts: foundShifts } = JSON.parse(output);
  const toMs = (ms) => `${ms < 10 ? ms.toFixed(2) : Math.round(ms)} ms`;
  return [
    row(
      'Who is on call in 2036, 10 layers, 30 restrictions, 50 slots',
      toMs(counted),
      `${countedTargetMs} ms`,
      counted / countedTargetMs,
      1,
      {
        atMost: true,
        note: 'the largest schedule, counting covered time since 2000, asked for the first time',
      },
    ),
    row('A year of shifts, 100 schedules of 5 layers', toMs(year), `oracle ${toMs(oracle)}`, oracle / year, 20, {
      note: `${foundShifts.toLocaleString('en')} shifts; the oracle walked 14 days of 5 schedules, taken by as much`,
    }),
    row('A year of daily handoffs, 500 rotations', toMs(handoffs), `luxon ${toMs(luxon)}`, luxon / handoffs, 100, {
      note: 'the same instants on both sides',
    }),
    informationRow('The same as shifts, with layers and reasons', toMs(daily), `luxon’s handoffs ${toMs(luxon)}`, luxon / daily),
  ];
};

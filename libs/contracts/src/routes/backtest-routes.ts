import * as backtestLimits from '../backtests/limits.js';
import { choiceParameter, numberParameter } from './query.js';
import { inRoom, okAnswer } from './route.js';

const one = 'The id of the backtest.';

export const backtestRoutes = inRoom('views', [
  {
    method: 'GET',
    path: '/api/backtests',
    says: 'Running and finished backtests, newest first. Those with a changed notification rule only for those who may see figures of that person; while it runs, and for the person who started it, others are listed without the change, as `hidden`.',
    permission: 'everything.read',
    answers: okAnswer('The backtests, without their results.', 'BacktestList'),
  },
  {
    method: 'GET',
    path: '/api/backtests/:id',
    says: 'The progress of a backtest, and its result when it is done. Figures of single people only for those who may see them.',
    permission: 'everything.read',
    answers: okAnswer(one, 'BacktestAnswer'),
    refusals: ['request.not_found'],
  },
  {
    method: 'GET',
    path: '/api/backtests/:id/differences',
    says: 'Alert groups for which other people would have been paged, or at another time: all of them, those because of the change first. CSV has one line for each page.',
    permission: 'everything.read',
    query: {
      page: numberParameter(`From 1; each has ${backtestLimits.backtests.page} differences.`, 1),
      format: choiceParameter(['json', 'csv'], '`json` (default): one page. `csv`: all of them as a file, with current names.'),
    },
    answers: okAnswer('One page of the differences.', 'BacktestDifferences', ['text/csv']),
    refusals: ['request.not_found'],
  },
  {
    method: 'POST',
    path: '/api/backtests',
    says: 'Replay the recorded signals of a range with a change of one setting (a notification rule: only for those who may see figures of that person). The change applies from the start of the range, or from its creation. With `against`, instead: find the changes that explain why one of two periods of equal length had more night pages; with `night`: play the hour that rang most against the settings of now. Nothing is written to the log, and no one is paged.',
    permission: 'everything.read',
    body: 'BacktestRequest',
    example: { change: null, from: '2026-10-01T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' },
    answers: [{ status: 202, says: 'The backtest was started.', shape: 'BacktestAnswer' }],
    refusals: ['request.not_found', 'permission.denied', 'conflict.one_at_a_time'],
  },
  {
    method: 'DELETE',
    path: '/api/backtests/:id',
    says: 'Cancel a running backtest, or remove a finished one (only the person who started it, an owner or an admin).',
    permission: 'everything.read',
    answers: [{ status: 204, says: 'Cancelled or removed.' }],
    refusals: ['request.not_found', 'permission.denied'],
  },
]);

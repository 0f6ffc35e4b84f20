import { ok, type Route } from './route.js';

const one = 'It is kept, or runs, under this id.';

export const backtestRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/backtests',
    room: 'views',
    says: 'Backtests that run or are kept, the newest first.',
    permission: 'everything.read',
    answers: ok('Without their results.', 'BacktestList'),
  },
  {
    method: 'GET',
    path: '/api/backtests/:id',
    room: 'views',
    says: 'A backtest: how far it is, and its result once it is done. Sums of single persons only for those who may see them.',
    permission: 'everything.read',
    answers: ok(one, 'BacktestAnswer'),
    refusals: ['request.not_found'],
  },
  {
    method: 'POST',
    path: '/api/backtests',
    room: 'views',
    says: 'Run the recorded signals of a range again, with an escalation policy, a schedule, a service or a notification rule changed from its beginning, or from when it was made. Nothing is written to the log, and nobody is paged.',
    permission: 'everything.read',
    body: 'BacktestRequest',
    example: { change: null, from: '2026-10-01T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' },
    answers: [{ status: 202, says: 'It runs.', shape: 'BacktestAnswer' }],
    refusals: ['request.not_found', 'conflict.busy'],
  },
  {
    method: 'DELETE',
    path: '/api/backtests/:id',
    room: 'views',
    says: 'Cancel a running backtest, or remove a finished one: the person who started it, an owner, or an admin.',
    permission: 'everything.read',
    answers: [{ status: 204, says: 'It is cancelled, or removed.' }],
    refusals: ['request.not_found', 'permission.denied'],
  },
];

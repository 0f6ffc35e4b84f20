import type { BacktestAct, BacktestAnswer, BacktestResult } from '@tocsin/contracts/backtests/backtests.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { visibleBacktest } from './visible-backtest.js';

const at = '2026-11-25T10:00:00.000Z';
const act = (by: BacktestAct['by'], command: string, groupId: string | null): BacktestAct => ({
  at,
  by,
  command,
  groupId,
  number: null,
  refused: null,
});
const [ana, bo] = (['ana', 'bo'] as const).map((id) => ({ kind: 'person' as const, id }));

describe('the acts of a backtest', () => {
  const none = { persons: [] };
  const acts = [
    act(bo!, 'ResolveAlertGroup', 'group'),
    act(bo!, 'ChangeContactMethod', null),
    act(ana!, 'ChangeContactMethod', null),
    act({ kind: 'token', id: 'bo' }, 'ChangePolicy', null),
  ];
  const result = partOf<BacktestResult>({ was: none, would: { recorded: none, median: none, never: none }, acts, differences: [] });

  it('are shown where they are about an alert group, else only those of people whose figures the reader may see', () => {
    const visibleAnswer = visibleBacktest(partOf<BacktestAnswer>({ result }), (personId) => personId === 'ana');
    expect(visibleAnswer.result!.acts).toEqual([acts[0], acts[2], acts[3]]);
  });
});

import type { BacktestAct, BacktestAnswer, BacktestResult } from '@tocsin/contracts/backtests/backtests.js';
import type { BisectedChange, BisectResult } from '@tocsin/contracts/backtests/bisect.js';
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

describe('what a bisect names', () => {
  const one = (kind: BisectedChange['kind'], id: string) => partOf<BisectedChange>({ kind, id, alone: 7 });
  const named = [one('person', 'bo'), one('policies', 'policy'), one('person', 'ana')];

  it('has of people’s rules only those of people whose figures the reader may see, neither the name nor the effect of others', () => {
    const bisect = partOf<BisectResult>({ named });
    const visibleAnswer = visibleBacktest(partOf<BacktestAnswer>({ result: null, bisect }), (personId) => personId === 'ana');
    expect(visibleAnswer.bisect!.named).toEqual([named[1], named[2]]);
  });
});

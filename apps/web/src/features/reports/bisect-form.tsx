import { useState } from 'react';
import { serverNow } from '../../data/time/clock.js';
import { Button } from '../../ui/button.js';
import { FilterSelect } from '../../ui/select.js';
import { useStartBacktest } from './shared/use-backtests.js';

const monthsBack = 13;
const day = 86_400_000;

const monthName = (at: Date): string => at.toLocaleDateString('en', { month: 'long', year: 'numeric' });

/** The beginnings of this month and of those before it, in the zone of the reader. */
const months = (now: Date): readonly Date[] =>
  Array.from({ length: monthsBack + 1 }, (_, n) => new Date(now.getFullYear(), now.getMonth() - n, 1));

/** As many whole nights of both as have passed of the shorter one. */
export function periodsOf(one: Date, other: Date, now: Date): { readonly from: string; readonly to: string; readonly against: string } {
  const lengthOf = (from: Date): number =>
    Math.min(new Date(from.getFullYear(), from.getMonth() + 1, 1).getTime(), now.getTime()) - from.getTime();
  const nights = Math.floor(Math.min(lengthOf(one), lengthOf(other)) / day);
  return { from: one.toISOString(), to: new Date(one.getTime() + nights * day).toISOString(), against: other.toISOString() };
}

/** The two months that are compared. */
export function BisectForm({ isRunning }: { isRunning: boolean }) {
  const now = new Date(serverNow());
  const all = months(now);
  const [bad, setBad] = useState('1');
  const [good, setGood] = useState('2');
  const start = useStartBacktest();
  const periods = periodsOf(all[Number(bad)]!, all[Number(good)]!, now);
  const whyNot =
    bad === good
      ? 'Choose two months'
      : periods.from === periods.to
        ? 'No night of this month is over'
        : isRunning && 'A backtest is running';
  const options = all.map((month, n) => (
    <option key={month.getTime()} value={n}>
      {monthName(month)}
    </option>
  ));
  return (
    <search className="flex flex-wrap items-center gap-2 print:hidden">
      <FilterSelect label="Month" value={bad} onChoose={setBad}>
        {options}
      </FilterSelect>
      <FilterSelect label="Compared with" value={good} onChoose={setGood}>
        {options}
      </FilterSelect>
      <Button busy={start.isPending} whyNot={whyNot} onClick={() => start.mutate({ change: null, ...periods })}>
        Find what changed
      </Button>
    </search>
  );
}

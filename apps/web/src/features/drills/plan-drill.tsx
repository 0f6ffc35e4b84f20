import type { NightDrill } from '@tocsin/contracts/backtests/night.js';
import { plural } from '@tocsin/contracts/reports/words.js';
import { useState } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { useMay } from '../../data/session/session.js';
import { serverNow } from '../../data/time/clock.js';
import { fromLocalInput, toLocalInput } from '../../data/time/local-input.js';
import { Button } from '../../ui/button.js';
import { DateInput } from '../../ui/date-input.js';
import { filterClass } from '../../ui/filter-class.js';
import { useOpenDrill } from './shared/use-open-drill.js';

const hour = 3_600_000;

/** Makes a drill that pages people of the worst hour. */
export function PlanDrill({ night }: { night: NightDrill }) {
  const mayRing = useMay('drill.ring');
  const open = useOpenDrill();
  const [[from, to], setWindow] = useState(() => [serverNow(), serverNow() + hour].map((at) => toLocalInput(at)) as [string, string]);
  const plan = useCommand('PlanDrill', 'plan the drill');
  const { openings = [], people, worst } = night;
  if (!mayRing || open || openings.length === 0 || people.length === 0 || worst === null) return null;
  const [begins, ends] = [fromLocalInput(from), fromLocalInput(to)];
  const personIds = people.map(({ personId }) => personId);
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <DateInput
        kind="datetime"
        aria-label="From"
        className={`${filterClass} gap-2`}
        value={from}
        onPut={(text) => setWindow([text, to])}
      />
      <DateInput kind="datetime" aria-label="To" className={`${filterClass} gap-2`} value={to} onPut={(text) => setWindow([from, text])} />
      <Button
        kind="act"
        busy={plan.isPending}
        whyNot={(begins === null || ends === null) && 'Choose a time'}
        onClick={() => plan.mutate({ from: begins!, to: ends!, night: worst.from, personIds, openings })}
      >
        Plan a drill that pages people
      </Button>
      <p className="w-full max-w-2xl text-xs text-muted">
        Asks {plural(people.length, 'person', 'people')} first. It pages only those who agree, in this time, and gives way to real pages.
      </p>
    </div>
  );
}

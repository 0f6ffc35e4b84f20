import type { BacktestAnswer, BacktestResult } from '@tocsin/contracts/backtests/backtests.js';
import { plural } from '@tocsin/contracts/reports/words.js';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { wordsOf } from '../../data/cache/api.js';
import { formatTime } from '../../data/time/times.js';
import { serverNow } from '../../data/time/clock.js';
import { say } from '../../data/toasts.js';
import { useNames, type Names } from '../../data/words/names.js';
import { Progress } from '../../ui/progress.js';
import { useBacktest, useCancelBacktest, useStartBacktest } from '../reports/shared/use-backtests.js';
import type { PolicyEdit } from './use-policy-edit.js';

const weeks = 4;
const week = 7 * 86_400_000;

type OverBudget = NonNullable<BacktestResult['was']['overBudget']>;

/** The weeks in which this policy would have paged somebody above its budget. */
const brokenIn = (result: BacktestResult | null | undefined, policyId: string): OverBudget =>
  (result?.would.recorded.overBudget ?? []).filter((one) => one.policyId === policyId);

const sayUnchecked = (why: string): void => say({ kind: 'refused', title: 'The night budget was not checked', detail: why });

/** A check of the draft that was to be saved; an edit makes it another draft. */
interface Check {
  readonly draft: string;
  /** Its backtest; undefined until that has started. */
  readonly id?: string;
}

/**
 * Saves a policy; one with a night budget after a backtest of its draft. What does not break the budget is saved then, and what can’t be checked is
 * saved and said: the check never keeps a policy from being saved.
 */
export function useCheckedSave(edit: PolicyEdit) {
  const [asked, setAsked] = useState<Check | null>(null);
  const draft = JSON.stringify(edit.draft);
  const check = asked?.draft === draft ? asked : null;
  const start = useStartBacktest({ stays: true });
  const cancel = useCancelBacktest();
  const { data, error } = useBacktest(check?.id);
  const broken = brokenIn(data?.result, edit.base.id);
  const isRunning = check !== null && !error && (!data || data.state === 'running');
  const running = isRunning ? check.id : undefined;
  const { save } = edit;
  const current = useRef<Check | null>(null);
  const ask = (next: Check | null) => setAsked((current.current = next));
  const saveNow = () => {
    if (running !== undefined) cancel.mutate(running);
    ask(null);
    save();
  };
  useAbandoned({ edited: check ? undefined : asked?.id, running }, (id) => {
    cancel.mutate(id);
    ask(null);
  });
  useOnceOver(check?.id, data, error, (why) => {
    if (why !== null) sayUnchecked(why);
    if (why !== null || broken.length === 0) saveNow();
  });
  return {
    isRunning,
    /** The policy is not saved: it would have broken its budget. */
    isBroken: check !== null && broken.length > 0,
    saveNow,
    saveChecked: () => {
      if (edit.draft.nightBudget === undefined) return saveNow();
      const change = edit.changeOf();
      if (!change) return;
      const mine: Check = { draft };
      ask(mine);
      // it may have been saved meanwhile
      const isAwaited = (): boolean => current.current === mine;
      const from = new Date(serverNow() - weeks * week).toISOString();
      start.mutate(
        { change, from },
        {
          onSuccess: ({ id }) => (isAwaited() ? ask({ draft, id }) : cancel.mutate(id)),
          onError: () => isAwaited() && saveNow(),
        },
      );
    },
    says: check && <Said check={check} answer={data} broken={broken} />,
  };
}

interface Backtests {
  readonly edited: string | undefined;
  readonly running: string | undefined;
}

/** Runs for the backtest of a draft that was edited since, and when its screen is left: it would keep the next one waiting. */
function useAbandoned({ edited, running }: Backtests, run: (id: string) => void): void {
  const latest = useRef({ running, run });
  useEffect(() => {
    latest.current = { running, run };
  });
  useEffect(() => {
    if (edited !== undefined) latest.current.run(edited);
  }, [edited]);
  useEffect(
    () => () => {
      const { running: left, run: end } = latest.current;
      if (left !== undefined) end(left);
    },
    [],
  );
}

/** Runs once for each check that is over: with why it came to nothing, or null. */
function useOnceOver(
  id: string | undefined,
  answer: BacktestAnswer | undefined,
  error: Error | null,
  run: (why: string | null) => void,
): void {
  const last = useRef<string>(undefined);
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const isOver = error !== null || (answer !== undefined && answer.state !== 'running');
    if (id === undefined || !isOver || last.current === id) return;
    last.current = id;
    latest.current(error ? wordsOf(error).says : answer?.result ? null : (answer?.trouble ?? 'Its backtest did not finish.'));
  }, [id, answer, error]);
}

interface SaidProps {
  check: Check;
  answer: BacktestAnswer | undefined;
  broken: OverBudget;
}

function Said({ check, answer, broken }: SaidProps): ReactNode {
  const names = useNames();
  if (broken.length > 0)
    return (
      <output className="mb-3 block text-warn">
        {brokenWords(broken, names)}{' '}
        <Link to="/reports/backtest" search={{ id: check.id }} className="link">
          Backtest
        </Link>
      </output>
    );
  return (
    <div className="mb-3">
      <p className="mb-1.5 text-muted">Checking the night budget with the last {weeks} weeks…</p>
      <Progress label="Backtest of the night budget" value={answer?.progress.done ?? 0} max={answer?.progress.of ?? 1} />
    </div>
  );
}

const dayOfMonth = (date: string): string => formatTime(new Date(`${date}T12:00:00`), { day: 'numeric', month: 'short' });

/** `2 people would have had up to 4 night pages a week: Ana 4 pages (week of 2 Nov), …` */
function brokenWords(broken: OverBudget, names: Names): string {
  const people = new Set(broken.map(({ personId }) => personId)).size;
  const most = Math.max(...broken.map(({ pages }) => pages));
  const all = broken.map(
    ({ personId, pages, week: monday }) => `${names.person(personId)} ${plural(pages, 'page')} (week of ${dayOfMonth(monday)})`,
  );
  return `${people === 1 ? '1 person' : `${people} people`} would have had up to ${plural(most, 'night page')} a week: ${all.join(', ')}.`;
}

import type { BacktestChange, BacktestRequest } from '@tocsin/contracts/backtests/backtests.js';
import type { TypedStep } from '@tocsin/contracts/policies/noun.js';
import { useState } from 'react';
import { serverNow } from '../../data/time/clock.js';
import { Button } from '../../ui/button.js';
import { FilterSelect } from '../../ui/select.js';
import { useStartBacktest } from './shared/use-backtests.js';
import { useImport, useImports } from './shared/use-imports.js';
import { useChangeWords } from './backtest-change.js';
import { ImportedPolicy } from './imported-policy.js';

const spans = ['7', '28', '90', '365'];

interface Props {
  readonly request: BacktestRequest | undefined;
  readonly isRunning: boolean;
}

/** What is replayed: the alerts of this installation, or those of an imported history. */
export function BacktestForm({ request, isRunning }: Props) {
  const imports = useImports();
  const [log, setLog] = useState(request?.log ?? '');
  return (
    <search className="flex flex-wrap items-center gap-2 print:hidden">
      {imports.length > 0 && (
        <FilterSelect label="Alerts" value={log} onChoose={setLog}>
          <option value="">Alerts of this installation</option>
          {imports.map(({ id, name }) => (
            <option key={id} value={id}>
              Import: {name}
            </option>
          ))}
        </FilterSelect>
      )}
      {log === '' ? <OwnAlerts {...{ request, isRunning }} /> : <ImportedAlerts key={log} {...{ log, request, isRunning }} />}
    </search>
  );
}

/** A period, with the change of the backtest that is shown, or with none. */
function OwnAlerts({ request, isRunning }: Props) {
  const ownChange = request?.log === undefined ? (request?.change ?? null) : null;
  const words = useChangeWords(ownChange);
  const [span, setSpan] = useState('28');
  const [isChanged, setChanged] = useState(true);
  const start = useStartBacktest();
  const change = isChanged ? ownChange : null;
  return (
    <>
      <FilterSelect label="Period" value={span} onChoose={setSpan}>
        {spans.map((one) => (
          <option key={one} value={one}>
            Last {one} days
          </option>
        ))}
      </FilterSelect>
      <FilterSelect label="Change" value={change ? 'shown' : ''} onChoose={(chosen) => setChanged(chosen === 'shown')}>
        <option value="">No change</option>
        {words !== null && <option value="shown">{words}</option>}
      </FilterSelect>
      <Button
        busy={start.isPending}
        whyNot={isRunning && 'A backtest is running'}
        onClick={() => start.mutate({ change, from: new Date(serverNow() - Number(span) * 86_400_000).toISOString() })}
      >
        Run backtest
      </Button>
    </>
  );
}

/** The alerts of other systems through today’s setup, or with the change that is shown. */
function OldYear({ log, from, request, isRunning }: Props & { readonly log: string; readonly from: string }) {
  const shown = request?.change ?? null;
  const words = useChangeWords(shown);
  const [isChanged, setChanged] = useState(request?.log !== log);
  const start = useStartBacktest();
  return (
    <>
      {words !== null && (
        <FilterSelect label="Change" value={isChanged ? 'shown' : ''} onChoose={(chosen) => setChanged(chosen === 'shown')}>
          <option value="">Today’s setup</option>
          <option value="shown">{words}</option>
        </FilterSelect>
      )}
      <Button
        busy={start.isPending}
        whyNot={isRunning && 'A backtest is running'}
        onClick={() => start.mutate({ change: isChanged ? shown : null, from, log })}
      >
        Run backtest
      </Button>
      <p className="w-full text-muted">
        Services here stand for those there by their external keys. Rotations are continued backwards, without overrides; alerts are rebuilt
        from what was rescued. People acknowledge after the time they took there, or the median of their team.
      </p>
    </>
  );
}

const stepsIn = (change: BacktestChange | null | undefined): readonly TypedStep[] | undefined =>
  change?.type === 'ChangePolicy' ? change.data.steps : undefined;

/** The whole table, as its policy is, or with other steps. */
function ImportedAlerts({ log, request, isRunning }: Props & { readonly log: string }) {
  const imported = useImport(log);
  const shown = request?.log === log ? stepsIn(request.change) : undefined;
  const [isChanged, setChanged] = useState(shown !== undefined);
  const [edited, setEdited] = useState(shown);
  const start = useStartBacktest();
  if (imported?.isHistory && imported.from) return <OldYear {...{ log, from: imported.from, request, isRunning }} />;
  const policy = imported?.policy;
  if (!policy || !imported.from) return null;
  const { from } = imported;
  const steps = edited ?? policy.steps;
  const change: BacktestChange | null = isChanged ? { type: 'ChangePolicy', data: { ...policy, steps: [...steps] } } : null;
  return (
    <>
      <FilterSelect label="Change" value={isChanged ? 'steps' : ''} onChoose={(chosen) => setChanged(chosen === 'steps')}>
        <option value="">No change</option>
        <option value="steps">Other escalation steps</option>
      </FilterSelect>
      <Button busy={start.isPending} whyNot={isRunning && 'A backtest is running'} onClick={() => start.mutate({ change, from, log })}>
        Run backtest
      </Button>
      {isChanged && <ImportedPolicy imported={imported} steps={steps} onChange={setEdited} />}
    </>
  );
}

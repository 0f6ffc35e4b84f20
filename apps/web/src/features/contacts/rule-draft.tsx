import type { BacktestChange } from '@tocsin/contracts/backtests/backtests.js';
import { personOfChange } from '@tocsin/contracts/people/changed-person.js';
import { useMay, useMe } from '../../data/session/session.js';
import { Button } from '../../ui/button.js';
import { RestoredDraft } from '../../ui/restored-draft.js';
import { BacktestButton } from '../reports/shared/backtest-button.js';

interface Props {
  /** Identifies the rule: urgency, contact method and saved delay. */
  label: string;
  says: string;
  act: string;
  change: BacktestChange;
  busy: boolean;
  /** When it was chosen, if it was found again; an instant. */
  foundFrom: string | null;
  onSave: () => Promise<unknown>;
  onSaved: () => void;
  onDiscard: () => void;
}

/** A rule as it is chosen and not saved: to save, to try, or to discard. */
export function RuleDraft({ label, says, act, change, busy, foundFrom, onSave, onSaved, onDiscard }: Props) {
  const { personId } = useMe();
  const mayTry = useMay('report.people', { own: personOfChange(change) === personId });
  return (
    <fieldset aria-label={`${label}: not saved`} className="flex basis-full flex-wrap items-center gap-2 pt-1 pb-2">
      {foundFrom !== null && (
        <div className="basis-full">
          <RestoredDraft at={foundFrom} onDiscard={onDiscard} />
        </div>
      )}
      <p className="text-muted max-sm:basis-full">Not saved. {says}</p>
      {/* awaited here: a removed rule takes its slot with it, and a callback of `mutate` would be gone too; a refusal has been shown */}
      <Button kind="act" busy={busy} onClick={() => void onSave().then(onSaved, () => {})}>
        {act}
      </Button>
      {mayTry && <BacktestButton changeOf={() => change} />}
      {foundFrom === null && (
        <Button kind="quiet" onClick={onDiscard}>
          Discard
        </Button>
      )}
    </fieldset>
  );
}

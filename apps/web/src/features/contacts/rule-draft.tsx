import type { BacktestChange } from '@tocsin/contracts/backtests.js';
import { Button } from '../../ui/button.js';
import { BacktestButton } from '../reports/shared/backtest-button.js';

interface Props {
  /** Which rule: urgency and contact method. */
  label: string;
  says: string;
  act: string;
  change: BacktestChange;
  busy: boolean;
  onSave: () => Promise<unknown>;
  /** It was saved, or is discarded. */
  onDone: () => void;
}

/** A rule as it is chosen and not saved: to save, to try, or to discard. */
export const RuleDraft = ({ label, says, act, change, busy, onSave, onDone }: Props) => (
  <fieldset aria-label={`${label}: not saved`} className="order-last flex basis-full flex-wrap items-center gap-2 pt-1 pb-2">
    <p className="text-muted max-sm:basis-full">{says}</p>
    {/* awaited here: a removed rule takes its slot with it, and a callback of `mutate` would be gone too; a refusal has been shown */}
    <Button kind="act" busy={busy} onClick={() => void onSave().then(onDone, () => {})}>
      {act}
    </Button>
    <BacktestButton changeOf={() => change} />
    <Button kind="quiet" onClick={onDone}>
      Discard
    </Button>
  </fieldset>
);

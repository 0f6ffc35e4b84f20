import type { AlertGroupRow } from '@tocsin/contracts/alert-groups.js';
import { Button } from '../../../ui/button.js';
import { Key } from '../../../ui/key.js';
import type { AllMatching } from './use-selection.js';

interface Props {
  rows: readonly AlertGroupRow[];
  onAct: (act: 'AcknowledgeAlertGroup' | 'ResolveAlertGroup') => void;
  onClear: () => void;
  /** How many rows can be selected, and selects them. */
  selectable: number;
  onAll: () => void;
  /** How many open alert groups match what the list asks for. */
  open: number;
  /** All of them were selected. */
  matching: AllMatching | null;
  onMatching: () => void;
}

/** What can be done with the selected rows. */
export function BulkBar({ rows, onAct, onClear, selectable, onAll, open: matches, matching, onMatching }: Props) {
  const firing = rows.filter(({ status }) => status === 'firing').length;
  const open = rows.filter(({ status }) => status !== 'resolved').length;
  return (
    <div
      role="toolbar"
      aria-label="Selected alert groups"
      className="fixed inset-x-0 bottom-6 z-30 mx-auto flex w-fit items-center gap-2 rounded-xl border border-line bg-raised p-2 pl-4 shadow-pop max-sm:inset-x-2 max-sm:bottom-16 max-sm:w-auto max-sm:flex-wrap"
    >
      <span className="mr-2 font-medium">
        {matching ? `All ${matching.count.toLocaleString('en')} that match` : `${rows.length} selected`}
      </span>
      <Button kind="act" whyNot={!matching && firing === 0 && 'None of them is firing'} onClick={() => onAct('AcknowledgeAlertGroup')}>
        Acknowledge {!matching && firing > 0 && firing < rows.length && firing} <Key>a</Key>
      </Button>
      <Button whyNot={open === 0 && 'All of them are resolved'} onClick={() => onAct('ResolveAlertGroup')}>
        Resolve {!matching && open > 0 && open < rows.length && open} <Key>r</Key>
      </Button>
      {matches > selectable && !matching && selectable <= rows.length && (
        <Button kind="quiet" onClick={onMatching}>
          Select all {matches.toLocaleString('en')} that match
        </Button>
      )}
      {selectable > rows.length && !matching && (
        <Button kind="quiet" onClick={onAll}>
          Select all {selectable} <Key>X</Key>
        </Button>
      )}
      <Button kind="quiet" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}

import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { Target } from '@tocsin/contracts/policies/noun.js';
import { targetKey } from '@tocsin/contracts/policies/targets.js';
import { useState } from 'react';
import { useNames } from '../../../data/words/names.js';
import { targetWords } from '../../policies/shared/target-words.js';
import { say } from '../../../data/toasts.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { DialogButtons } from '../../../ui/dialog-buttons.js';
import { ComboField } from '../../../ui/combo-field.js';
import { useTargets } from '../../policies/shared/use-targets.js';

const chip = 'inline-flex h-9 items-center gap-1 rounded-md border border-line bg-panel px-2.5 font-medium hover:border-line-field';

/** Adds responders: people, schedules and teams. They are paged even if the group is acknowledged. */
export function AddResponderDialog({ row, onClose }: { row: AlertGroupRow; onClose: () => void }) {
  const names = useNames();
  const [chosen, setChosen] = useState<readonly Target[]>([]);
  const offered = useTargets(chosen);
  const add = useCommand('AddResponders', `page someone for #${row.number}`);
  return (
    <Dialog title={`Add responders to #${row.number}`} onClose={onClose}>
      <p className="mb-3 text-muted">They are paged now, by their own notification rules, even if someone has acknowledged it.</p>
      <p className={`flex flex-wrap gap-1.5 ${chosen.length > 0 ? 'mb-3' : ''}`}>
        {chosen.map((target) => (
          <button
            key={targetKey(target)}
            type="button"
            title="Remove"
            aria-label={`Remove ${targetWords(target, names)}`}
            className={chip}
            onClick={() => setChosen(chosen.filter((one) => one !== target))}
          >
            {targetWords(target, names)}{' '}
            <span aria-hidden className="text-faint">
              ✕
            </span>
          </button>
        ))}
      </p>
      <ComboField
        // empty again after each choice
        key={chosen.length}
        label="Person, schedule or team"
        placeholder={chosen.length === 0 ? 'Choose' : 'Add another'}
        options={offered.map(({ target, label, hint }) => ({ id: targetKey(target), label, hint }))}
        value=""
        onChoose={(key) => setChosen([...chosen, offered.find(({ target }) => targetKey(target) === key)!.target])}
      />
      <DialogButtons>
        <Button
          kind="act"
          busy={add.isPending}
          whyNot={chosen.length === 0 && 'Choose someone first'}
          onClick={() =>
            add.mutate(
              { groupId: row.id, targets: [...chosen] },
              {
                onSuccess: () => {
                  say({ kind: 'done', title: `Paging ${chosen.map((target) => targetWords(target, names)).join(', ')}` });
                  onClose();
                },
              },
            )
          }
        >
          Page {chosen.length > 1 ? 'them' : (chosen[0] && targetWords(chosen[0], names)) || ''}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

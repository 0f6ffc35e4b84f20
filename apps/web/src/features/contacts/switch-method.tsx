import type { ContactMethod, ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { useState } from 'react';
import { serverNow } from '../../data/time/clock.js';
import { useHasMail } from '../../data/session/session.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useAll, useRow } from '../../data/cache/use-view.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm.js';
import { methodName } from './shared/method-words.js';
import { lossesWithout } from './losses.js';

/** Switches a method off or on, after a warning about lost coverage. */
export function SwitchMethod({ contact, method }: { contact: ContactRow; method: ContactMethod }) {
  const off = useCommand('SwitchOffContactMethod', 'switch it off');
  const on = useCommand('SwitchOnContactMethod', 'switch it on');
  const receipts = useRow('receipts', contact.id).data?.row;
  const policies = useAll('policies');
  const mail = useHasMail();
  const [uncovered, setUncovered] = useState<readonly string[]>([]);
  const { contactMethodId, switchedOffAt } = method;
  const ids = { personId: contact.id, contactMethodId };
  const name = methodName(method);
  const press = () => {
    if (switchedOffAt) return on.mutate(ids);
    const losses = lossesWithout(contactMethodId, { contact, receipts, policies, mail, now: serverNow() });
    return losses.length > 0 ? setUncovered(losses) : off.mutate(ids);
  };
  const label = switchedOffAt ? 'Switch on' : 'Switch off';
  return (
    <>
      <Button
        kind={switchedOffAt ? 'plain' : 'quiet'}
        aria-label={`${label}: ${name}`}
        busy={off.isPending || on.isPending}
        onClick={press}
      >
        {label}
      </Button>
      {uncovered.length > 0 && (
        <ConfirmDialog
          isFinal
          title={`Switch off ${name}?`}
          act="Switch off"
          leave="Cancel"
          onConfirm={() => off.mutate(ids)}
          onClose={() => setUncovered([])}
        >
          {uncovered.map((says) => (
            <p key={says} className="mt-2 first:mt-0">
              {says}
            </p>
          ))}
        </ConfirmDialog>
      )}
    </>
  );
}

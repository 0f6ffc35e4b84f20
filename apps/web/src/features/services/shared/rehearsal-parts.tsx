import { relayProblemOf } from '@tocsin/contracts/relays/rehearsal-relay.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { useMemo, useState } from 'react';
import { useCommand } from '../../../data/cache/use-command.js';
import { useCount, useEvery } from '../../../data/cache/use-view.js';
import { say } from '../../../data/toasts.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm.js';
import { At } from '../../../ui/time.js';

/** The button that ends a rehearsal; `isPlain`: beside others, where none stands out. */
export function GoLive({ service: { id: serviceId, teamId, name }, isPlain = false }: { service: ServiceRow; isPlain?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const goLive = useCommand('TakeServiceLive', `take ${name} live`);
  const params = useMemo(
    () => ({ where: { serviceId: [serviceId], status: ['firing', 'acknowledged', 'snoozed', 'suppressed'] } }),
    [serviceId],
  );
  const open = useCount('alertGroups', params, isOpen);
  const taken = { onSuccess: () => say({ kind: 'done', title: `${name} is live` }) };
  return (
    <>
      <Button kind={isPlain ? 'plain' : 'act'} busy={goLive.isPending} onClick={() => setOpen(true)}>
        Go live
      </Button>
      {isOpen && (
        <ConfirmDialog
          isFinal
          title={`Take ${name} live?`}
          act="Go live"
          onConfirm={() => goLive.mutate({ teamId, serviceId }, taken)}
          onClose={() => setOpen(false)}
        >
          <p>From now on its alerts page people. It can’t rehearse again.</p>
          {open !== undefined && <p className="mt-2 text-muted">{openWords(open)}</p>}
        </ConfirmDialog>
      )}
    </>
  );
}

const openWords = (open: number): string => {
  if (open === 0) return 'No alert is open.';
  const subject = open === 1 ? '1 open alert pages' : `${open.toLocaleString('en')} open alerts page`;
  return `${subject} people from the next message or step on. What was escalated to the end already pages no one: look through them.`;
};

/** Without a relay the old system pages for nothing, and there is nothing to compare. */
export function RehearsalRelay({ service }: { service: ServiceRow }) {
  const [integrations, relays] = [useEvery('integrations'), useEvery('relays')];
  if (!integrations.data || !relays.data) return null;
  const problem = relayProblemOf(service, integrations.data.rows, relays.data.rows);
  return (
    problem && (
      <p className="text-alarm">
        {problem.why}{' '}
        {problem.kind === 'failing' ? (
          <>
            Since <At at={problem.since} />.
          </>
        ) : (
          'As long as senders send only here, the old system pages no one either: set a relay at an integration.'
        )}
      </p>
    )
  );
}

import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { say } from '../../../data/toasts.js';
import { useCommand } from '../../../data/cache/use-command.js';
import type { Act } from './acts.js';
import { useUndo } from './use-undo.js';

/** Acts that need input in a dialog. */
export type InDialog = 'page' | 'snooze' | 'reassign' | 'noise' | 'silence';

/** Runs an act on the group, and offers to undo it in place where that is possible unheard. `page` and a resolve that must be confirmed are the screen’s. */
export function useGroupActs(row: AlertGroupRow) {
  const { id: groupId, number } = row;
  const acknowledge = useCommand('AcknowledgeAlertGroup', `acknowledge #${number}`);
  const giveBack = useCommand('UnacknowledgeAlertGroup', `unacknowledge #${number}`);
  const renew = useCommand('RenewAcknowledgement', `renew your acknowledgement of #${number}`);
  const takeOver = useCommand('TakeOverAlertGroup', `take over #${number}`);
  const join = useCommand('JoinAlertGroup', `join #${number}`);
  const escalate = useCommand('EscalateAlertGroup', `escalate #${number}`);
  const unsnooze = useCommand('UnsnoozeAlertGroup', `unsnooze #${number}`);
  const resolve = useCommand('ResolveAlertGroup', `resolve #${number}`);
  const unlink = useCommand('UnlinkAlertGroup', `unlink #${number}`);
  const removeMark = useCommand('RemoveNoiseMark', `remove the noise mark of #${number}`);
  const reopen = useCommand('ReopenAlertGroup', `reopen #${number}`);

  const { undo, isFresh, offer } = useUndo();
  const runs: Record<Exclude<Act, InDialog>, () => void> = {
    unsnooze: () => unsnooze.mutate({ groupId }),
    acknowledge: () =>
      acknowledge.mutate(
        { groupId },
        { onSuccess: ({ streams }) => streams.length > 0 && offer({ says: 'You acknowledged.', run: () => giveBack.mutate({ groupId }) }) },
      ),
    resolve: () =>
      resolve.mutate(
        { groupId },
        {
          onSuccess: ({ streams }) =>
            streams.length > 0 && offer({ says: 'You resolved it.', run: () => reopen.mutate({ groupId, iHaveIt: true }) }),
        },
      ),
    giveBack: () => giveBack.mutate({ groupId }),
    renew: () => renew.mutate({ groupId }, { onSuccess: () => say({ kind: 'done', title: `Acknowledgement of #${number} renewed` }) }),
    takeOver: () => takeOver.mutate({ groupId }),
    join: () => join.mutate({ groupId }),
    escalate: () => escalate.mutate({ groupId }, { onSuccess: () => say({ kind: 'done', title: `#${number} escalated` }) }),
    unlink: () => unlink.mutate({ groupId }),
    noNoise: () => removeMark.mutate({ groupId }),
    reopen: () => reopen.mutate({ groupId }),
    reopenAndHave: () => reopen.mutate({ groupId, iHaveIt: true }),
  };
  const isBusy = [acknowledge, giveBack, unsnooze, takeOver, join, escalate, resolve, reopen, removeMark, unlink].some(
    ({ isPending }) => isPending,
  );
  const onMarked = () => offer({ says: 'You marked it as noise.', run: () => removeMark.mutate({ groupId }) });
  const onSnoozed = () => offer({ says: 'You snoozed it.', run: () => unsnooze.mutate({ groupId }) });
  return { run: (act: Exclude<Act, InDialog>) => runs[act](), onSnoozed, onMarked, isBusy: isBusy || isFresh, undo };
}

import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useRow } from '../../../data/cache/use-view.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { SilenceGroupDialog } from '../../silences/shared/silence-group-dialog.js';
import { useMayAct } from '../shared/may-act.js';
import { useActs } from './use-acts.js';

interface Props {
  id: string;
  /** Asked for by its key: there is nothing to choose. */
  isSilencing: boolean;
  onClose: () => void;
}

/** What can be done with a row of the list without opening it. It stays while the row leaves the list. */
export function RowDialog({ id, isSilencing, onClose }: Props) {
  const row = useRow('alertGroups', id).data?.row;
  const mayAct = useMayAct();
  const act = useActs();
  const navigate = useNavigate();
  const [isSilence, setSilence] = useState(isSilencing);
  if (!row) return null;
  if (isSilence && mayAct(row)) return <SilenceGroupDialog row={row} onClose={onClose} />;
  const { number, title, status } = row;
  const acts = [
    { says: 'Acknowledge', isOffered: status === 'firing', run: () => void act('AcknowledgeAlertGroup', [row]) },
    { says: 'Resolve', isOffered: status !== 'resolved', run: () => void act('ResolveAlertGroup', [row]) },
  ].filter(({ isOffered }) => isOffered && mayAct(row));
  return (
    <Dialog title={`#${number} ${title}`} onClose={onClose}>
      <div className="grid gap-2">
        {!mayAct(row) && <p className="text-muted">View only</p>}
        {acts.map(({ says, run }) => (
          <Button key={says} size="tall" onClick={() => (onClose(), run())}>
            {says}
          </Button>
        ))}
        {acts.length > 0 && (
          <Button size="tall" onClick={() => setSilence(true)}>
            Silence…
          </Button>
        )}
        <Button size="tall" kind="quiet" onClick={() => void navigate({ to: '/alerts/$number', params: { number: `${number}` } })}>
          Open
        </Button>
      </div>
    </Dialog>
  );
}

import type { BacktestChange } from '@tocsin/contracts/backtests/backtests.js';
import type { CommandAccepted } from '@tocsin/contracts/http.js';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { useRow } from '../../data/cache/use-view.js';
import { useMe } from '../../data/session/session.js';
import { whoMay } from '../../data/session/who-may.js';
import { keepDraft, type StoredDraft } from '../../data/session/use-stored-state.js';
import { say } from '../../data/toasts.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm.js';
import { policyDraft } from '../policies/shared/draft-of-change.js';
import { scheduleDraft } from '../schedules/shared/draft-of-change.js';
import { serviceDraft } from '../services/shared/draft-of-change.js';
import { useChangeWords } from './backtest-change.js';
import { commandOf } from './change-drafts.js';
import { useFindWithdrawn } from './shared/use-backtests.js';
import { useMayApply } from './use-may-apply.js';

type Change<T extends BacktestChange['type']> = Extract<BacktestChange, { type: T }>;
type OtherChange = Exclude<BacktestChange, Change<'ChangePolicy' | 'ChangeSchedule' | 'ChangeService'>>;

/** Makes the backtested change: in its editor, where it is reviewed and saved; what has none, at once. */
export function ApplyChange({ id, change }: { id: string; change: BacktestChange }) {
  if (change.type === 'ChangePolicy') return <ApplyToPolicy data={change.data} />;
  if (change.type === 'ChangeService') return <ApplyToService data={change.data} />;
  if (change.type === 'ChangeSchedule') return <ApplyToSchedule data={change.data} />;
  return <ApplyAtOnce id={id} change={change} />;
}

function ApplyToPolicy({ data }: Pick<Change<'ChangePolicy'>, 'data'>) {
  const row = useRow('policies', data.policyId).data?.row;
  return <OpenEditor to="/policies/$id" id={data.policyId} draft={row && !row.removed ? policyDraft(row, data) : null} />;
}

function ApplyToService({ data }: Pick<Change<'ChangeService'>, 'data'>) {
  const row = useRow('services', data.serviceId).data?.row;
  return <OpenEditor to="/services/$id" id={data.serviceId} draft={row ? serviceDraft(row, data) : null} />;
}

function ApplyToSchedule({ data }: Pick<Change<'ChangeSchedule'>, 'data'>) {
  const row = useRow('schedules', data.scheduleId).data?.row;
  return <OpenEditor to="/schedules/$id" id={data.scheduleId} draft={row ? scheduleDraft(row, data) : null} />;
}

interface EditorProps {
  to: '/policies/$id' | '/services/$id' | '/schedules/$id';
  id: string;
  /** Null: what it changes is gone, or not read yet. */
  draft: StoredDraft<unknown> | null;
}

function OpenEditor({ to, id, draft }: EditorProps) {
  const { personId } = useMe();
  const navigate = useNavigate();
  return (
    <Button
      kind="act"
      whyNot={draft === null && 'What it changes no longer exists'}
      onClick={() => {
        keepDraft(personId, draft!);
        void navigate({ to, params: { id } });
      }}
    >
      Apply this change…
    </Button>
  );
}

/** Without an event somebody had made it. */
const sayApplied = ({ streams }: CommandAccepted): void =>
  say({ kind: 'done', title: streams.length > 0 ? 'Applied' : 'Applied before: nothing changed' });

function ApplyAtOnce({ id, change }: { id: string; change: OtherChange }) {
  const [isOpen, setOpen] = useState(false);
  const words = useChangeWords(change);
  const mayApply = useMayApply();
  const apply = useCommand(change.type, 'apply the change');
  const findWithdrawn = useFindWithdrawn(id);
  const make = async (): Promise<void> => {
    if (await findWithdrawn()) say({ kind: 'refused', title: 'Not applied: its backtest was removed' });
    else apply.mutate(commandOf(change, id), { onSuccess: sayApplied });
  };
  return (
    <>
      <Button
        kind="act"
        busy={apply.isPending}
        whyNot={!mayApply(change) && `Only ${whoMay('service.configure')} can apply it`}
        onClick={() => setOpen(true)}
      >
        Apply this change…
      </Button>
      {isOpen && (
        <ConfirmDialog title="Apply this change?" act="Apply" onConfirm={() => void make()} onClose={() => setOpen(false)}>
          <p>{words}. It counts from now on.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

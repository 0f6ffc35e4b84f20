import { useState } from 'react';
import { reasonClause } from '../../messages/shared/reason-words.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { useRow } from '../../../data/cache/use-view.js';
import { Button } from '../../../ui/button.js';

const words = {
  queued: 'Sending…',
  sending: 'Sending…',
  sent: '✓ Sent',
  delivered: '✓ Delivered',
  read: '✓ Read',
  failed: 'Failed',
  stale: 'No answer',
  cancelled: 'Not needed',
} as const;

/** A test page to myself by one method, and its outcome. */
export function TryOut({ contactMethodId, name, className = '' }: { contactMethodId: string; name: string; className?: string }) {
  const send = useCommand('SendTestAlert', 'send a test page');
  const [groupId, setGroupId] = useState<string | null>(null);
  return (
    <div className={`flex flex-wrap items-center gap-x-3 gap-y-1 sm:flex-row-reverse ${className}`}>
      <Button
        aria-label={`Try it: ${name}`}
        busy={send.isPending}
        onClick={() => send.mutate({ contactMethodId }, { onSuccess: ({ says }) => setGroupId(String(says['groupId'])) })}
      >
        Try it
      </Button>
      <output className="text-xs">{groupId && <TryOutResult groupId={groupId} />}</output>
    </div>
  );
}

function TryOutResult({ groupId }: { groupId: string }) {
  const pages = useRow('ladders', groupId).data?.row?.pages;
  const attempt = pages?.find(({ quiet }) => !quiet)?.attempts.at(-1);
  if (!attempt) return <span className="text-muted">Sending…</span>;
  const { state, reason } = attempt;
  const isBad = state === 'failed' || state === 'stale';
  return (
    <span className={isBad ? 'text-warn' : state.startsWith('s') || state === 'queued' ? 'text-muted' : 'font-medium text-done'}>
      {words[state]}
      {isBad && reason && `: ${reasonClause(reason)}`}
    </span>
  );
}

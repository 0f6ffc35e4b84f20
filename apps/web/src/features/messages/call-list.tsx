import type { ListedCallRow } from '@tocsin/contracts/alert-groups/webhook-calls.js';
import { Link } from '@tanstack/react-router';
import { useMore, useView } from '../../data/cache/use-view.js';
import type { ListParams } from '../../data/cache/merge.js';
import { postRuleWords } from '../alerts/shared/post-rule-words.js';
import { callWords } from '../alerts/shared/call-words.js';
import type { Names } from '../../data/words/names.js';
import { Button } from '../../ui/button.js';
import { Nothing } from '../../ui/screen.js';
import { At } from '../../ui/time.js';
import { WhenRead } from '../../ui/when-read.js';
import { useTargetNames } from '../event-subscriptions/shared/use-target-names.js';

const newestFirst: ListParams = { sort: 'plannedAt', desc: true };

/** Webhooks that steps of policies called and routes posted to, the newest first. */
export function CallList() {
  const reading = useView('webhookCalls', newestFirst);
  const more = useMore('webhookCalls', newestFirst);
  const names = useTargetNames();
  const calls = reading.data?.rows ?? [];
  return (
    <>
      <WhenRead of={[reading]} what="The calls" lines={4}>
        {calls.length === 0 && <Nothing>No policy step or route has called a webhook yet.</Nothing>}
      </WhenRead>
      <ol className="border-t border-line empty:hidden" aria-label="Webhook calls">
        {calls.map((call) => (
          <CallOf key={call.id} call={call} names={names} />
        ))}
      </ol>
      {reading.data?.next && (
        <Button kind="quiet" className="mt-3" onClick={() => void more()}>
          Load older
        </Button>
      )}
    </>
  );
}

function CallOf({ call, names }: { call: ListedCallRow; names: Names }) {
  const isBad = call.state === 'failed' || call.retryAt !== null;
  return (
    <li className="grid min-h-9 grid-cols-[1fr_auto] items-baseline gap-x-4 border-b border-line/70 px-2 py-1.5 sm:grid-cols-[8.5rem_minmax(0,5fr)_minmax(0,3fr)]">
      <At at={call.endedAt ?? call.startedAt ?? call.plannedAt} seconds className="text-xs text-faint max-sm:order-2" />
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 max-sm:order-1">
        <span className="font-medium wrap-anywhere">{names.webhook(call.subscriptionId)}</span>
        <Link to="/alerts/$number" params={{ number: String(call.number) }} className="link">
          #{call.number}
        </Link>
        <span className="text-xs text-faint">
          {call.route ? `Routes, ${postRuleWords(call.route)}` : `Step ${call.step}${call.round > 1 ? `, repeat ${call.round - 1}` : ''}`}
        </span>
      </p>
      <p className={`min-w-0 text-xs wrap-anywhere max-sm:order-3 max-sm:col-span-2 ${isBad ? 'text-warn' : 'text-muted'}`}>
        {callWords(call)}
        {call.retryAt && (
          <>
            {' · next try '}
            <At at={call.retryAt} seconds />
          </>
        )}
      </p>
    </li>
  );
}

import type { WebhookCallRow } from '@tocsin/contracts/alert-groups/webhook-calls.js';
import { postRuleWords } from './post-rule-words.js';
import { callWords } from './call-words.js';
import { At } from '../../../ui/time.js';
import { callForecast } from './forecast-words.js';
import { useTargetNames } from '../../event-subscriptions/shared/use-target-names.js';

/** A webhook called by a step, and its outcome. */
export function CallLine({ call, isForecast }: { call: WebhookCallRow; isForecast: boolean }) {
  const names = useTargetNames();
  const at = call.endedAt ?? call.startedAt ?? call.plannedAt;
  return (
    <div className="mb-1">
      <p className="font-medium wrap-anywhere">
        {names.webhook(call.subscriptionId)}
        {call.route && <span className="font-normal text-muted"> by {postRuleWords(call.route)}</span>}
      </p>
      <p className="flex flex-wrap justify-between gap-x-3 text-xs">
        <span className={`wrap-anywhere ${call.state === 'failed' || call.retryAt ? 'text-warn' : 'text-muted'}`}>
          {isForecast ? callForecast(call) : callWords(call)}
          {!isForecast && call.retryAt && (
            <>
              {' · next try '}
              <At at={call.retryAt} seconds />
            </>
          )}
        </span>
        <At at={at} seconds className="text-faint" />
      </p>
    </div>
  );
}

import { Link } from '@tanstack/react-router';
import type { ListParams } from '../../data/cache/merge.js';
import { useView } from '../../data/cache/use-view.js';
import { serverNow } from '../../data/time/clock.js';
import { callWords } from '../alerts/shared/call-words.js';
import { Section } from '../../ui/screen.js';
import { At } from '../../ui/time.js';
import { useTargetNames } from '../event-subscriptions/shared/use-target-names.js';

const lastFailed: ListParams = { where: { state: ['failed'] }, sort: 'plannedAt', desc: true, limit: 5 };

/** Failed webhook calls of policy steps and routes in the last week. */
export function FailedCalls() {
  const names = useTargetNames();
  const rows = useView('webhookCalls', lastFailed).data?.rows ?? [];
  const week = serverNow() - 7 * 24 * 3_600_000;
  const failed = rows.filter(({ plannedAt }) => Date.parse(plannedAt) > week);
  if (failed.length === 0) return null;
  return (
    <Section title="Webhooks of policy steps and routes that failed">
      <ul className="grid gap-2 pt-1">
        {failed.map((call) => (
          <li key={call.id} className="border-b border-line pb-2">
            <p className="break-words">
              <span className="font-medium">{names.webhook(call.subscriptionId)}</span>{' '}
              <Link to="/alerts/$number" params={{ number: String(call.number) }} className="link">
                #{call.number}
              </Link>
            </p>
            <p className="text-muted">
              {callWords(call)} · <At at={call.endedAt ?? call.plannedAt} />
            </p>
          </li>
        ))}
      </ul>
      <Link to="/messages" search={{ kind: 'webhooks' }} className="link text-xs">
        All calls
      </Link>
    </Section>
  );
}

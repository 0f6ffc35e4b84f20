import { useQuery } from '@tanstack/react-query';
import { integrationKeysQuery, whileWaiting } from './use-integration-keys.js';
import { useRow } from '../../data/cache/use-view.js';
import { LastSignal } from './shared/last-signal.js';
import { Ago } from '../../ui/time.js';

/** Whether the first signal has arrived, updated live, and why one was refused. */
export function FirstSignal({ integrationId }: { integrationId: string }) {
  const { data } = useRow('arrivals', integrationId);
  const hasCome = Boolean(data?.row);
  // not an event, so there is no live update: polled while it is shown
  const { data: keys } = useQuery({ ...integrationKeysQuery(integrationId), refetchInterval: hasCome ? false : whileWaiting });
  const refused = hasCome ? null : (keys?.lastRefused ?? null);
  return (
    <output className="block mb-5 rounded-md border border-line bg-well px-3 py-2">
      {refused ? (
        <span className="text-warn">
          An alert was refused <Ago at={refused.at} />: {refused.says}
        </span>
      ) : (
        <LastSignal integrationId={integrationId} waiting="Waiting for the first alert…" />
      )}
    </output>
  );
}

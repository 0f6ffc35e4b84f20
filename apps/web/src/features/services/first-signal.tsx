import { useQuery } from '@tanstack/react-query';
import { integrationKeysQuery, whileWaiting } from './use-integration-keys.js';
import { useView } from '../../data/cache/use-view.js';
import { LastSignal } from './shared/last-signal.js';
import { Ago } from '../../ui/time.js';

/** Whether the first signal has arrived, updated live, and why one was refused. */
export function FirstSignal({ integrationId, serviceId }: { integrationId: string; serviceId: string }) {
  const { data } = useView('arrivals', { where: { serviceId: [serviceId] }, limit: 50 });
  const hasCome = data?.rows.some(({ id }) => id === integrationId) === true;
  // not an event, so there is no live update: polled while it is shown
  const { data: keys } = useQuery({ ...integrationKeysQuery(integrationId), refetchInterval: hasCome ? false : whileWaiting });
  const refused = hasCome ? null : (keys?.lastRefused ?? null);
  return (
    <output className="block mb-5 rounded-md border border-line bg-sunken px-3 py-2">
      {refused ? (
        <span className="text-warn">
          An alert was refused <Ago at={refused.at} />: {refused.says}
        </span>
      ) : (
        <LastSignal integrationId={integrationId} serviceId={serviceId} waiting="Waiting for the first alert…" />
      )}
    </output>
  );
}

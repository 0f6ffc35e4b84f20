import { useQuery } from '@tanstack/react-query';
import { addressQuery } from '../data/addresses.js';
import { Copy } from './copy.js';
import { Unshown, Waiting } from './screen.js';

/** Where a monitoring system sends to: address, a ready curl, and its configuration where it has one. */
export function AddressBox({ integrationId }: { integrationId: string }) {
  const { data, error, refetch } = useQuery(addressQuery(integrationId));
  if (error) return <Unshown error={error} again={() => void refetch()} />;
  if (!data) return <Waiting lines={3} />;
  return (
    <div className="space-y-4">
      <Copy label="Address" text={data.address} />
      <Copy label="Try it from a terminal" text={data.curl} />
      {data.snippet && <Copy label="Configuration" text={data.snippet} />}
    </div>
  );
}

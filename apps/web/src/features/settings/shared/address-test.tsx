import type { AddressTestResult } from '@tocsin/contracts/http.js';
import { useMutation } from '@tanstack/react-query';
import { api, wordsOf } from '../../../data/cache/api.js';
import { Button } from '../../../ui/button.js';

/** Asks the server to call an address, and shows whether the call reached this installation. */
export function AddressTest({ url, onReached }: { url: string; onReached?: () => void }) {
  const test = useMutation({
    mutationFn: () => api<AddressTestResult>('POST', '/public-address/test', { body: { url } }),
    onSuccess: ({ ok }) => ok && onReached?.(),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button busy={test.isPending} onClick={() => test.mutate()}>
        Test this address
      </Button>
      <output className="min-w-0">
        {test.data?.ok && <span className="text-done">✓ It leads here.</span>}
        {test.data?.leadsHere && !test.data.ok && <span className="text-warn">It leads here. {test.data.why}</span>}
        {test.data && !test.data.leadsHere && (
          <span className="text-warn">
            This server can’t reach itself at this address: {test.data.why} Some routers block this; open it on a phone to be sure.
          </span>
        )}
        {test.error && <span className="text-warn">{wordsOf(test.error).says}</span>}
      </output>
    </div>
  );
}

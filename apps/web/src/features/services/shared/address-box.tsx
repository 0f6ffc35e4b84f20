import type { IntegrationAddressShown } from '@tocsin/contracts/http.js';
import { Copy } from '../../../ui/copy.js';

/** Where a monitoring system sends to: address, a ready curl, and its configuration where it has one. The key is in it. */
export const AddressBox = ({ endpoint }: { endpoint: IntegrationAddressShown }) => (
  <div className="space-y-4">
    <Copy label="Address" text={endpoint.address} />
    <Copy label="Try it from a terminal" text={endpoint.curl} />
    {endpoint.snippet && <Copy label="Configuration" text={endpoint.snippet} />}
  </div>
);

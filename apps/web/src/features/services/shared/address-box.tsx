import type { IntegrationAddressShown } from '@tocsin/contracts/http.js';
import { Copy } from '../../../ui/copy.js';

/** The address that a monitoring system sends to, a curl command and its configuration, if any. They contain the key. */
export const AddressBox = ({ endpoint }: { endpoint: IntegrationAddressShown }) => (
  <div className="space-y-4">
    <Copy label="Address" text={endpoint.address} />
    <Copy label="Try it from a terminal" text={endpoint.curl} />
    {endpoint.snippet && <Copy label="Configuration" text={endpoint.snippet} />}
  </div>
);

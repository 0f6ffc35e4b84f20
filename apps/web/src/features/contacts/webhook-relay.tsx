import type { Throttle } from '@tocsin/contracts/contacts/kinds.js';
import type { ContactMethod, ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { useCommand } from '../../data/cache/use-command.js';
import { Slot } from '../../ui/select.js';
import { methodName, relays, relayWords } from './shared/method-words.js';

/** Sets whether the receiver of my webhook sends an SMS or calls. */
export function WebhookRelay({ contact, method }: { contact: ContactRow; method: ContactMethod }) {
  const choose = useCommand('ChooseWebhookRelay', 'change the contact method');
  const { contactMethodId, relaysAs = null } = method;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-xs text-muted">
      Receiver
      <Slot
        label={`Receiver, ${methodName(method)}`}
        value={relaysAs ?? ''}
        disabled={choose.isPending}
        onChange={({ target: { value } }) =>
          choose.mutate({ personId: contact.id, contactMethodId, relaysAs: value === '' ? null : (value as Throttle) })
        }
      >
        <option value="">just a webhook</option>
        {relays.map((one) => (
          <option key={one} value={one}>
            {relayWords[one]}
          </option>
        ))}
      </Slot>
    </p>
  );
}

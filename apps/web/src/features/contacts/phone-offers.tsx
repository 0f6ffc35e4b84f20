import type { OpenPhoneOffer } from '@tocsin/contracts/contacts/phone-offers.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import { foreignSystems } from '@tocsin/contracts/moving-in/systems.js';
import { useCommand } from '../../data/cache/use-command.js';
import { say } from '../../data/toasts.js';
import { Button } from '../../ui/button.js';
import { At } from '../../ui/time.js';

const uses = { sms: 'SMS to', voice: 'Calls to' } as const;

/** Phone numbers that I had in the system that was left: nobody else sees them, and nothing is sent to them before I accept. */
export function PhoneOffers({ contact: { id: personId, phoneOffers } }: { contact: Pick<ContactRow, 'id' | 'phoneOffers'> }) {
  if (!phoneOffers?.length) return null;
  return (
    <section aria-label="Phone numbers from your old system" className="mt-2 mb-3 rounded-lg border border-line p-3">
      <ul className="space-y-2">
        {phoneOffers.map((offer) => (
          <Offer key={offer.offerId} personId={personId} offer={offer} />
        ))}
      </ul>
      <p className="pt-2 text-xs text-muted">
        Only you can see this. “Use it” sends a code to the number. What you don’t use is deleted{' '}
        <At at={phoneOffers.map(({ expiresAt }) => expiresAt).toSorted()[0]!} />.
      </p>
    </section>
  );
}

function Offer({ personId, offer: { offerId, system, kind, ending } }: { personId: string; offer: OpenPhoneOffer }) {
  const accept = useCommand('UsePhoneOffer', 'use the phone number');
  const decline = useCommand('DeclinePhoneOffer', 'delete the phone number');
  const number = `… ${readablePersonal(ending)}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span className="min-w-0 flex-1 basis-48">
        <span className="text-muted">From {foreignSystems[system].title}: </span>
        {uses[kind]} {number}. Use it?
      </span>
      <span className="flex gap-2">
        <Button
          kind="act"
          busy={accept.isPending}
          aria-label={`Use it: ${uses[kind]} ${number}`}
          onClick={() =>
            accept.mutate(
              { personId, offerId },
              { onSuccess: () => say({ kind: 'done', title: 'Added. Enter the code that was sent to it' }) },
            )
          }
        >
          Use it
        </Button>
        <Button
          busy={decline.isPending}
          aria-label={`No: delete ${uses[kind]} ${number}`}
          onClick={() => decline.mutate({ personId, offerId })}
        >
          No
        </Button>
      </span>
    </li>
  );
}

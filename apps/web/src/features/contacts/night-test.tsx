import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { isUsable } from '@tocsin/contracts/contacts/rows.js';
import { hasArrivedAtNight } from '@tocsin/contracts/people/arrived-at-night.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { MethodReceipt } from '@tocsin/contracts/contacts/receipts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useRow } from '../../data/cache/use-view.js';
import { useClock } from '../../data/time/clock.js';
import { Button } from '../../ui/button.js';
import { At } from '../../ui/time.js';
import { methodTitle } from './shared/method-words.js';

/** How long what arrives counts as of the test. */
const within = 15 * duration.minute;

const isOf = (at: string, when: string | null | undefined): boolean =>
  when != null && Date.parse(when) >= Date.parse(at) && Date.parse(when) < Date.parse(at) + within;

/** What became of the test by one method; null: it was not used, or later messages have come since. */
const outcomeOf = (at: string, { deliveredAt, sentAt, failed }: MethodReceipt): string | null => {
  if (isOf(at, deliveredAt)) return 'delivered';
  if (isOf(at, failed?.at)) return 'failed';
  return isOf(at, sentAt) ? 'sent' : null;
};

/** A page at 3:00 at night, once: whether it wakes me. */
export function NightTest({ contact }: { contact: ContactRow }) {
  const { id: personId, nightTest, lastNightTest, methods } = contact;
  const plan = useCommand('PlanNightTest', 'plan the night test');
  const cancel = useCommand('CancelNightTest', 'cancel the night test');
  if (!nightTest && !methods.some(isUsable)) return null;
  return (
    <section
      aria-label="Night test"
      className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line p-3"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">Night test</p>
        <p className="text-xs text-muted">
          {nightTest ? (
            <>
              You are paged <At at={nightTest.dueAt} />, by your rules for high urgency. No one else is.
            </>
          ) : (
            'Sends you one page at 3:00 at night, in your time zone, to see whether it wakes you. No one else is paged.'
          )}
        </p>
        <NoNightPage personId={personId} />
        {lastNightTest && <LastTest contact={contact} last={lastNightTest} />}
      </div>
      {nightTest ? (
        <Button busy={cancel.isPending} onClick={() => cancel.mutate({ personId })}>
          Cancel night test
        </Button>
      ) : (
        <Button busy={plan.isPending} onClick={() => plan.mutate({ personId })}>
          Page me at 3:00
        </Button>
      )}
    </section>
  );
}

/** Receipts are counted: what a provider took may not have arrived. */
function NoNightPage({ personId }: { personId: string }) {
  const [person, receipts] = [useRow('people', personId), useRow('receipts', personId)];
  const now = useClock((time) => time - (time % duration.hour));
  const { timeZone } = person.data?.row ?? {};
  if (timeZone === undefined || !receipts.data) return null;
  if (hasArrivedAtNight(receipts.data.row?.arrived ?? {}, timeZone, now)) return null;
  return <p className="pt-1 text-xs text-warn">No page is known to have reached you at night in the last 90 days.</p>;
}

function LastTest({ contact, last: { at, took } }: { contact: ContactRow; last: NonNullable<ContactRow['lastNightTest']> }) {
  const { data } = useRow('receipts', contact.id);
  const known = (data?.row?.methods ?? []).flatMap((receipt) => {
    const method = contact.methods.find(({ contactMethodId }) => contactMethodId === receipt.contactMethodId);
    const outcome = outcomeOf(at, receipt);
    return method && outcome ? [`${methodTitle(method)}: ${outcome}`] : [];
  });
  return (
    <p className={`pt-1 text-xs ${took === 'place' ? '' : 'text-warn'}`}>
      Last one <At at={at} />:{' '}
      {took === 'place'
        ? known.join(' · ') || 'see the messages sent to you'
        : 'it did not take place, because Tocsin was down or you could not be paged'}
      .
    </p>
  );
}

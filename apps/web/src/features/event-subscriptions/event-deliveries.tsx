import { deliveryReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { EventDelivery } from '@tocsin/contracts/event-subscriptions/noun.js';
import { Ago, At } from '../../ui/time.js';
import { Disclosure } from '../../ui/disclosure.js';

const contentOf = ({ test, events }: EventDelivery): string => (test ? 'Test event' : events === 1 ? '1 event' : `${events} events`);

function resultOf({ state, reason, detail, attempts }: EventDelivery): string {
  const attempt = attempts > 1 ? `, try ${attempts}` : '';
  if (state === 'delivered') return `delivered${attempt}`;
  if (state === 'sending') return `sending${attempt}`;
  if (state === 'unknown') return 'outcome unknown, sent again';
  return `failed${attempt}: ${(detail || (reason ? deliveryReasons[reason] : 'no reason given')).replace(/\.$/, '')}`;
}

const Result = ({ delivery }: { delivery: EventDelivery }) => (
  <span className="wrap-anywhere">
    <span className={delivery.state === 'failed' ? 'text-warn' : ''}>
      {contentOf(delivery)} {resultOf(delivery)}
    </span>
    {delivery.retryAt && (
      <>
        {' · next try '}
        <At at={delivery.retryAt} seconds />
      </>
    )}
  </span>
);

/** The last call on one line, live; those before it behind that line. */
export function EventDeliveries({ deliveries }: { deliveries: readonly EventDelivery[] }) {
  const [last, ...earlier] = deliveries;
  if (!last) return <p className="pt-1 text-xs text-muted">Nothing sent yet.</p>;
  return (
    <>
      <p aria-live="polite" className="pt-1 text-xs text-muted tabular-nums">
        <Result delivery={last} /> · <Ago at={last.startedAt} />
      </p>
      {earlier.length > 0 && (
        <Disclosure
          className="text-xs text-muted"
          summary={earlier.length === 1 ? '1 earlier delivery' : `${earlier.length} earlier deliveries`}
        >
          <ul className="pb-1 tabular-nums">
            {earlier.map((one) => (
              <li key={one.id} className="grid grid-cols-[6rem_1fr] gap-x-3 py-0.5">
                <At at={one.startedAt} seconds />
                <Result delivery={one} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  );
}

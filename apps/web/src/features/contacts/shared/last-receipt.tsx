import { contactTraits, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { MethodReceipt } from '@tocsin/contracts/contacts/receipts.js';
import { reasonClause } from '../../messages/shared/reason-words.js';
import { MomentLink } from '../../../ui/moment-link.js';
import { Ago, At } from '../../../ui/time.js';

/** When a contact method last delivered, or last failed and why. */
export function LastReceipt({ kind, receipt }: { kind: ContactKind; receipt: MethodReceipt | null }) {
  if (!receipt) return null;
  const { sentAt, deliveredAt, failed } = receipt;
  // a laptop is closed at night: that is no failure of a tab
  if (contactTraits[kind].loudness === 'tab' && failed)
    return (
      <>
        No tab with sound was open <When at={failed.at} />. <DeliveryTimes kind={kind} sentAt={sentAt} deliveredAt={deliveredAt} />
      </>
    );
  return (
    <>
      {failed && (
        <span className="text-warn">
          Failed <When at={failed.at} />: {reasonClause(failed.reason)}
          {failed.inARow > 1 && `, ${failed.inARow} times in a row`}.{' '}
        </span>
      )}
      <DeliveryTimes kind={kind} sentAt={sentAt} deliveredAt={deliveredAt} />
    </>
  );
}

function DeliveryTimes({ kind, sentAt, deliveredAt }: Pick<MethodReceipt, 'sentAt' | 'deliveredAt'> & { kind: ContactKind }) {
  if (deliveredAt === null && sentAt === null) return <>No deliveries yet.</>;
  const isHeard = deliveredAt !== null && (sentAt === null || deliveredAt >= sentAt);
  if (isHeard)
    return (
      <>
        Last delivered <When at={deliveredAt} />.
      </>
    );
  return (
    <>
      Last sent <When at={sentAt!} />
      {contactTraits[kind].reports && '; not confirmed by the device'}.
    </>
  );
}

const When = ({ at }: { at: string }) => (
  <>
    <Ago at={at} /> (
    <MomentLink at={at}>
      <At at={at} />
    </MomentLink>
    )
  </>
);

import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { ReceiptsRow } from '@tocsin/contracts/contacts/receipts.js';
import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';

interface Delivery {
  /** An instant. */
  readonly at: string;
  /** `push`, `e-mail`. */
  readonly by: string;
}

/** The last message that a provider took for a person; null: none yet, or its method was removed. */
export function lastDelivery(
  contact: Pick<ContactRow, 'methods'> | undefined,
  receipts: Pick<ReceiptsRow, 'methods'> | undefined,
): Delivery | null {
  const kinds = new Map((contact?.methods ?? []).map(({ contactMethodId, kind }) => [contactMethodId, kind]));
  const deliveries = (receipts?.methods ?? []).flatMap(({ contactMethodId, sentAt }): Delivery[] => {
    const kind = kinds.get(contactMethodId);
    return sentAt === null || kind === undefined ? [] : [{ at: sentAt, by: contactTraits[kind].word }];
  });
  return deliveries.toSorted((one, other) => other.at.localeCompare(one.at))[0] ?? null;
}

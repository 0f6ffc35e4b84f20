import { deliveryReasons, type DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';

export const reasonWords = (code: string): string => deliveryReasons[code as DeliveryReason] ?? code;

/** The same inside a sentence: no capital, no full stop. */
export const reasonClause = (code: string): string => {
  const words = reasonWords(code).replace(/\.$/, '');
  return words.slice(0, 1).toLowerCase() + words.slice(1);
};

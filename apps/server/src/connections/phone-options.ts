import { callingCodeOf, isCostly } from '@tocsin/contracts/calling-codes.js';
import type { Account } from './accounts.js';

type Fields = Pick<Account, 'fields'>;

const codesIn = (text: string | undefined): readonly string[] => text?.match(/\+\d+/g) ?? [];
const isIn = (codes: readonly string[], number: string): boolean => codes.some((code) => number.startsWith(code));

/** Carriers there drop replies, or messages with links; what an admin sets replaces these. */
const usual = { noReplies: ['+91', '+86', '+502', '+506', '+507', '+84'], noLinks: ['+86'] };
const without = (which: keyof typeof usual, { fields }: Fields, number: string): boolean =>
  isIn(fields[which] ? codesIn(fields[which]) : usual[which], number);

export const canReply = (account: Fields, number: string): boolean => !without('noReplies', account, number);
export const canHaveLink = (account: Fields, number: string): boolean => !without('noLinks', account, number);

/** The sender for a number: that of its longest beginning, else the usual one. */
export const senderFor = ({ fields: { sender = '', senders = '' } }: Fields, number: string): string => {
  const pairs = senders.split(',').map((pair) => pair.trim().split(/ +/));
  const [best] = pairs
    .filter(([beginning = '']) => beginning !== '' && number.startsWith(beginning))
    .toSorted(([a = ''], [b = '']) => b.length - a.length);
  return best?.[1] ?? sender;
};

/** The numbers that it sends from, as far as they are set: a messaging service chooses its own. */
export const sendersOf = ({ fields: { sender = '', senders = '' } }: Fields): readonly string[] =>
  [sender, ...senders.split(',').map((pair) => pair.trim().split(/ +/)[1] ?? '')].filter((one) => one.startsWith('+'));

export const hasSenders = ({ fields }: Fields): boolean => Boolean(fields['senders']);

export const requiresCode = ({ fields }: Fields): boolean => fields['replies'] === 'code';
export const sendsLeast = ({ fields }: Fields): boolean => fields['content'] === 'least';

/** Why no code is sent to a number; null: it is. */
export const barsCode = (account: Fields | null, number: string): 'contact_method.number_costly' | 'contact_method.country_off' | null => {
  if (isCostly(number)) return 'contact_method.number_costly';
  const countries = codesIn(account?.fields['countries']);
  // from before an admin was asked for them: none named, none closed
  return countries.length === 0 || countries.includes(callingCodeOf(number)) ? null : 'contact_method.country_off';
};

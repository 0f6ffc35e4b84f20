import type { LinkClaim } from '@tocsin/contracts/contacts/chat-accounts.js';
import { readLinkCode } from '@tocsin/contracts/contacts/chat-accounts.js';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { isSameText } from '@tocsin/platform/signatures/same-bytes.js';
import type { Macs } from './macs.js';

/** A code that is shown to one account of a chat alone: whoever types it is its owner. Nothing is stored. */
export const makeLinkCode = (macs: Macs, account: Omit<LinkClaim, 'until'>, now: string): string => {
  const claim: LinkClaim = { ...account, until: addMillis(now, contactLimits.verificationCode) };
  const body = Buffer.from(JSON.stringify(claim)).toString('base64url');
  return `${body}.${macs.mac('chat-link', body).toString('base64url')}`;
};

/** The account of a code; null: it is wrong, or too old. */
export const accountOfCode = (macs: Macs, code: string, now: string): Omit<LinkClaim, 'until'> | null => {
  const [body = '', mac = ''] = code.trim().split('.');
  if (!isSameText(macs.mac('chat-link', body).toString('base64url'), mac)) return null;
  const claim = readLinkCode(code);
  if (!claim || claim.until < now) return null;
  const { until: _until, ...account } = claim;
  return account;
};

import type { MailServerFact, MailServerRow } from '@tocsin/contracts/mail-server/noun.js';
import { viewOf, type RowFold } from '../../rules/row-fold.js';

/** An installation has one mail server: one stream of this name, with one row. */
export const mailServerKey = 'mailServer';

export const mailServerFold: RowFold<MailServerRow, MailServerFact> = {
  id: () => mailServerKey,
  steps: {
    MailServerConfigured: (_row, data) => data,
    MailServerRemoved: () => null,
  },
};

export const mailServerView = viewOf('mailServer', mailServerFold);

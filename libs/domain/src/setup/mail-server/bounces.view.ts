import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { mailServerKey } from './views.js';

/** When a mail that came back was first handed over since the mail server was set. */
interface MailBouncesRow {
  readonly since: string;
}

const onlyKey = () => [mailServerKey];
const isSeen: RowChange<MailBouncesRow, RecordedFact> = { keys: onlyKey, row: (row, { meta }) => row ?? { since: meta.at } };
const isUnseen: RowChange<MailBouncesRow, RecordedFact> = { keys: onlyKey, row: (row) => (row ? null : undefined) };
const ifBounced: RowChange<MailBouncesRow, RecordedFact & { readonly data: { readonly reason: string } }> = {
  keys: ({ data }) => (data.reason === 'delivery.bounced' ? onlyKey() : []),
  row: isSeen.row,
};

/** Whether mails that come back are seen here: until one was, a dead address looks like one that works. In memory only. */
export const mailBouncesView: View<MailBouncesRow, RecordedFact> = {
  name: 'mailBounces',
  hasHistory: false,
  on: {
    AttemptFailed: ifBounced,
    VerificationFailed: ifBounced,
    AttemptDelayed: isSeen,
    MailServerConfigured: isUnseen,
  },
};

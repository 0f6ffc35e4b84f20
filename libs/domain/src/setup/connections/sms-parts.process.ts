import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Charge } from '@tocsin/contracts/contacts/charges.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { NoteSmsParts } from './decider.js';

const note = (id: string, charge: Charge | undefined): readonly NoteSmsParts[] =>
  charge?.unit === 'part' ? [{ type: 'NoteSmsParts', data: { connectionId: charge.connectionId, sentBy: id } }] : [];

/** Each SMS may be the one by which a day has more than the owners expect. */
export const smsPartsProcess: Process<RecordedFact> = {
  name: 'sms-parts',
  on: {
    AttemptSent: { then: ({ id, data: { charge } }) => note(id, charge) },
    VerificationSent: { then: ({ id, data: { charge } }) => note(id, charge) },
  },
};

import type { ConnectionFact } from '@tocsin/contracts/connections/noun.js';
import { idOf } from '../../configuration.fixture.js';

export const twilioId = idOf('7a');
const settings = {
  name: 'Twilio',
  fields: { baseUrl: 'https://api.twilio.com', accountSid: `AC${'0'.repeat(32)}`, sender: '+14155550100' },
  secretRef: 'connection:1',
};
export const twilioAdded: Extract<ConnectionFact, { type: 'ConnectionAdded' }> = {
  type: 'ConnectionAdded',
  data: { connectionId: twilioId, kind: 'twilio', ...settings },
};
export const twilioChanged: Extract<ConnectionFact, { type: 'ConnectionChanged' }> = {
  type: 'ConnectionChanged',
  data: { connectionId: twilioId, ...settings, name: 'Twilio EU' },
};
export const twilioRemoved: ConnectionFact = { type: 'ConnectionRemoved', data: { connectionId: twilioId, name: 'Twilio' } };

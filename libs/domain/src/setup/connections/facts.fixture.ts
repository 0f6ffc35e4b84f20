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

export const slackId = idOf('7c');
export const slackAdded: Extract<ConnectionFact, { type: 'ConnectionAdded' }> = {
  type: 'ConnectionAdded',
  data: { connectionId: slackId, kind: 'slack', name: 'Slack', fields: { baseUrl: 'https://slack.com/api' }, secretRef: 'connection:2' },
};
const group = { connectionId: slackId, groupId: 'S0ONCALL', handle: 'oncall' };
export const groupChosen: Extract<ConnectionFact, { type: 'UserGroupChosen' }> = {
  type: 'UserGroupChosen',
  data: { ...group, scheduleIds: [idOf('5cc')], channel: 'C0PAYMENTS' },
};
export const groupReleased: Extract<ConnectionFact, { type: 'UserGroupReleased' }> = { type: 'UserGroupReleased', data: group };
export const groupSet: Extract<ConnectionFact, { type: 'UserGroupSet' }> = {
  type: 'UserGroupSet',
  data: { ...group, personIds: [idOf('a1')] },
};

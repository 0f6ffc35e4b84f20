import type { Fact } from '@tocsin/contracts/catalogue.js';
import { reference, peopleWorld } from '@tocsin/testing/largest/small-world.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { bySystem, LargeWorld, longName, nth } from '@tocsin/testing/largest/large-world.js';

const connection = {
  connectionId: nth('7a', 0),
  name: longName(),
  fields: { baseUrl: `https://${'b'.repeat(192)}`, accountSid: 'A'.repeat(64), sender: '+123456789012345' },
  secretRef: reference(),
};
const connected: Fact = { type: 'ConnectionAdded', data: { kind: 'twilio', ...connection } };
const withConnection = (): LargeWorld => peopleWorld().has('connections', connected);

export const largest: LargestCases = {
  AddConnection: () => ({ large: peopleWorld(), data: connected.data }),
  ChangeConnection: () => ({ large: withConnection(), data: { ...connection, name: longName(1), keepsSecret: true } }),
  NoteSmsParts: () => {
    const charge = { unit: 'part', count: 200, connectionId: nth('7a', 0), country: '+1876' } as const;
    const sent: Fact = { type: 'VerificationSent', data: { personId: nth('01', 0), contactMethodId: nth('02', 0), charge } };
    const large = peopleWorld().has(`person-${nth('01', 0)}`, sent);
    return { large, data: { connectionId: nth('7a', 0), sentBy: large.world.events.at(-1)!.id }, actor: bySystem };
  },
  RemoveConnection: () => ({ large: withConnection(), data: { connectionId: connection.connectionId } }),
};

import { contactCommands } from './commands.js';
import { contactKinds, contactTraits, mailKind, type ContactKind } from './kinds.js';

const askedFields: Readonly<Record<(typeof contactTraits)[ContactKind]['address'], readonly string[]>> = {
  none: [],
  email: ['address'],
  url: ['address'],
  topic: ['server', 'topic', 'token'],
  server: ['server', 'token'],
  phone: ['address'],
  member: ['address'],
  userKey: ['address'],
  hook: ['hook'],
  device: ['address', 'keys', 'label'],
};

describe('what follows from traits', () => {
  it('is which kind has e-mail addresses: one', () => {
    expect(contactKinds.filter((kind) => contactTraits[kind].address === 'email')).toEqual([mailKind]);
  });
});

describe('adding a contact method', () => {
  const { options } = contactCommands.AddContactMethod.data;

  it('is possible for every kind', () => {
    expect(options.map(({ shape }) => shape.kind.value)).toEqual(contactKinds);
  });

  it.each(contactKinds)('asks by %s for what its address needs, and only for a relay what it is sent on as', (kind) => {
    const option = options.find(({ shape }) => shape.kind.value === kind)!;
    const { address, ...rest } = contactTraits[kind];
    const relay = 'throttle' in rest && rest.throttle === 'relayed' ? ['relaysAs'] : [];
    expect(Object.keys(option.shape)).toEqual(['kind', 'personId', 'contactMethodId', ...askedFields[address], ...relay, 'rules']);
  });
});

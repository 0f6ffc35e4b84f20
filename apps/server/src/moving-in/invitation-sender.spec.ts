import type { Actor } from '@tocsin/contracts/envelope.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { ManualClock } from '@tocsin/platform/clock/clock.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { Dispatcher } from '../command/dispatcher.js';
import type { ServerParts } from '../core/server-parts.js';
import type { TimedCalls } from '../deliveries/timed-calls.js';
import { InvitationSender } from './invitation-sender.js';

const actor: Actor = { kind: 'person', id: '01900000-0000-7000-8000-0000000000a1', roles: ['owner'] };

/** Invited people without a mail, and how many of them each command invites. */
const senderTo = (count: number) => {
  const people = Array.from({ length: count }, (_, n) => ({
    id: `p${n}`,
    name: `P${n}`,
    email: `p${n}@example.org`,
    role: 'member',
    timeZone: 'UTC',
    state: 'invited',
    invitationMail: undefined as object | undefined,
  }));
  const sent: string[][] = [];
  const clock = new ManualClock('2026-11-20T09:00:00.000Z');
  const parts = {
    ...partOf<ServerParts>({ feed: { waitForToken: () => Promise.resolve() }, troubles: { note: () => {} } }),
    clock,
    vault: new MemoryVault(),
    reads: { people: { where: () => people } },
  } as unknown as ServerParts;
  const dispatcher = partOf<Dispatcher>({
    send: (_type: string, data: { people: { personId: string }[] }) => {
      sent.push(data.people.map(({ personId }) => personId));
      return Promise.resolve({ token: '' });
    },
  });
  const sender = new InvitationSender(parts, dispatcher, partOf<TimedCalls>({ mailer: { isConfigured: true } }));
  const deliver = (): void => {
    for (const id of sent.at(-1)!) people.find((one) => one.id === id)!.invitationMail = { at: '' };
  };
  const minuteLater = async (): Promise<void> => {
    deliver();
    clock.moveTo(addMillis(clock.now(), 60_000));
    await new Promise(setImmediate);
  };
  return { sender, sent, minuteLater };
};

describe('invitations of a move', () => {
  it('go out 60 a minute after one press, each once', async () => {
    const { sender, sent, minuteLater } = senderTo(130);
    await sender.start(actor);
    await sender.start(actor);
    expect(sent.map(({ length }) => length)).toEqual([60]);
    await minuteLater();
    await minuteLater();
    await minuteLater();
    expect(sent.map(({ length }) => length)).toEqual([60, 60, 10]);
    expect(new Set(sent.flat()).size).toBe(130);
    expect(sender.state()).toEqual({ unsent: 0, isSending: false });
  });

  it('end with the server: the next one sends the rest after another press', async () => {
    const { sender, sent, minuteLater } = senderTo(70);
    await sender.start(actor);
    sender.onModuleDestroy();
    await minuteLater();
    expect([sent.length, sender.state()]).toEqual([1, { unsent: 10, isSending: false }]);
    await sender.start(actor);
    expect(sent.at(-1)).toHaveLength(10);
  });
});

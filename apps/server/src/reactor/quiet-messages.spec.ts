import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import { createQuietMessageEffects } from './quiet-messages.js';

const methodsOf = (...kinds: readonly string[]) => kinds.map((kind) => ({ kind, contactMethodId: kind, verified: true, disabled: null }));

/** A policy of a team with one manager, who has these contact methods; what was sent. */
const setUp = ({ kinds = [] as readonly string[], isMailSetUp = true, exceededBy = 7 }) => {
  const sent: string[] = [];
  const world = { isMailAway: false };
  const people: Readonly<Record<string, object>> = {
    mia: { id: 'mia', name: 'Mia', email: 'mia@example.org', state: 'active' },
    bo: { id: 'bo', name: 'Bo', email: 'bo@example.org', state: 'active' },
  };
  const channels = new Proxy(
    {},
    {
      get: (_, kind: string) => ({
        canSend: () => true,
        deliver: async (_kind: string, { subject }: { readonly subject: string }) => (sent.push(`${kind}: ${subject}`), { ok: true }),
      }),
    },
  );
  const dependencies = {
    server: {
      held: false,
      clock: { now: () => '2026-11-28T03:00:00.000Z' },
      vault: { secret: () => null },
      reads: {
        people: { get: (id: string) => people[id] },
        contacts: { get: () => ({ methods: methodsOf(...kinds) }) },
        policies: { get: () => ({ teamId: 'team', name: 'Primary' }) },
        teams: { get: () => ({ members: [{ personId: 'mia', role: 'manager' }] }) },
        nightPages: { get: () => ({ exceededBy }) },
      },
    },
    mailer: {
      isConfigured: isMailSetUp,
      send: async ({ to }: { readonly to: string }) => {
        if (world.isMailAway) throw new OutgoingFailed('delivery.provider_unreachable', '', true);
        sent.push(`mail to ${to}`);
      },
    },
    address: { url: () => 'https://tocsin.example' },
    channels,
  };
  const data = { policyId: 'policy', personId: 'bo', week: '2026-11-23', budget: 2 };
  const tell = () => createQuietMessageEffects(dependencies as never).NightPageCounted!({ id: 'e1', ordinal: 7, data } as never);
  return { tell, sent, world };
};
const says = 'Night budget of “Primary” exceeded for Bo';

describe('a night budget that is exceeded', () => {
  it('is told to the manager by mail and by the methods that never ring', async () => {
    const { tell, sent } = setUp({ kinds: ['voice', 'ntfy', 'slack', 'push', 'telegram'] });
    expect(await tell()).toEqual({ kind: 'done' });
    expect(sent).toEqual(['mail to mia@example.org', `slack: ${says}`, `telegram: ${says}`]);
  });

  it('is told without mail, too', async () => {
    const { tell, sent } = setUp({ kinds: ['slack'], isMailSetUp: false });
    expect(await tell()).toEqual({ kind: 'done' });
    expect(sent).toEqual([`slack: ${says}`]);
  });

  it('is told by no other method while the mail is tried again', async () => {
    const { tell, sent, world } = setUp({ kinds: ['slack'] });
    world.isMailAway = true;
    expect(await tell()).toMatchObject({ kind: 'failed', retry: true });
    expect(sent).toEqual([]);
  });

  it('is told of its first page alone', async () => {
    const { tell, sent } = setUp({ kinds: ['slack'], exceededBy: 3 });
    expect(await tell()).toEqual({ kind: 'unneeded' });
    expect(sent).toEqual([]);
  });
});

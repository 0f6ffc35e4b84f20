import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import { effects } from '@tocsin/domain/operation/reactor/effects.js';
import { withReached } from './give-notice.js';
import { createNoticeEffects } from './notice-effects.js';

const methodsOf = (...kinds: readonly string[]) => kinds.map((kind) => ({ kind, contactMethodId: kind, verified: true, disabled: null }));

/** A policy of a team with one manager, who has these contact methods; what was sent. */
const setUp = ({
  kinds = [] as readonly string[],
  isMailSetUp = true,
  notices = [] as readonly object[],
  teamId = null as string | null,
  managers = ['mia'],
}) => {
  const sent: string[] = [];
  const world = { isMailAway: false };
  const people: Readonly<Record<string, object>> = {
    mia: { id: 'mia', name: 'Mia', email: 'mia@example.org', state: 'active', timeZone: 'UTC' },
    zoe: { id: 'zoe', name: 'Zoe', email: 'zoe@example.org', state: 'disabled', timeZone: 'UTC' },
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
      vault: { secret: () => null, mac: () => Buffer.alloc(32) },
      reads: {
        people: { get: (id: string) => people[id], where: () => [people['mia'], people['zoe']] },
        contacts: { get: () => ({ methods: methodsOf(...kinds), notices }) },
        eventQueues: { get: () => ({ state: { name: 'Ops', host: 'hooks.example', teamId, receiver: 'slack', isLost: true } }) },
        policies: { get: () => ({ teamId: 'team', name: 'Primary' }) },
        teams: { get: () => ({ members: managers.map((personId) => ({ personId, role: 'manager' })) }) },
        activeSilences: { get: () => ({ comment: 'db move', until: '2026-11-28T04:00:00.000Z' }) },
        maintenanceWindows: { get: () => ({ name: 'Patching' }) },
        openDrills: { get: (id: string) => (id === 'open' ? {} : undefined) },
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
  const table = createNoticeEffects(withReached(dependencies as never));
  const data = { policyId: 'policy', personId: 'bo', week: '2026-11-23', budget: 2 };
  const tell = (type: keyof typeof table = 'NightPageCounted', told: object = data) =>
    table[type]!({
      id: 'e1',
      ordinal: 7,
      data: told,
      meta: { actor: { kind: 'person', id: 'bo' } },
    } as never);
  return { tell, sent, world };
};
const says = 'Night budget of “Primary” exceeded for Bo';

describe('a night budget that is exceeded', () => {
  it('is told to the manager by mail first, then by each method that takes news', async () => {
    const { tell, sent } = setUp({ kinds: ['voice', 'ntfy', 'slack', 'push', 'telegram'] });
    expect(await tell()).toEqual({ kind: 'done' });
    expect(sent).toEqual(['mail to mia@example.org', `ntfy: ${says}`, `slack: ${says}`, `push: ${says}`, `telegram: ${says}`]);
  });

  it('is told without mail, too', async () => {
    const { tell, sent } = setUp({ kinds: ['slack'], isMailSetUp: false });
    expect(await tell()).toEqual({ kind: 'done' });
    expect(sent).toEqual([`slack: ${says}`]);
  });

  it('is told by what the manager chose, and not once it is switched off', async () => {
    const choice = { kind: 'night_budget', on: true, contactMethodId: 'slack' };
    const chosen = setUp({ kinds: ['slack', 'push'], notices: [choice] });
    expect([await chosen.tell(), chosen.sent]).toEqual([{ kind: 'done' }, [`slack: ${says}`]]);
    const off = setUp({ kinds: ['slack'], notices: [{ ...choice, on: false }] });
    expect([await off.tell(), off.sent]).toEqual([{ kind: 'unneeded' }, []]);
  });
});

describe('what mutes alerts', () => {
  const span = { from: '2026-11-28T03:30:00.000Z', until: '2026-11-28T04:30:00.000Z' };
  const people = ['mia', 'zoe'];
  it.each([
    ['SilenceEndAnnounced', { silenceId: 's', until: '2026-11-28T04:00:00.000Z', people }, /^slack: The silence “db move” ends at .*04:00/],
    ['MaintenanceAnnounced', { windowId: 'w', ...span, people }, /^slack: Maintenance “Patching” begins at .*03:30/],
    ['MaintenanceEnded', { windowId: 'w', ...span, people }, /^slack: Maintenance “Patching” ended$/],
  ] as const)('is said quietly, to those who are still there: %s', async (type, data, said) => {
    const { tell, sent } = setUp({ kinds: ['voice', 'slack'] });
    expect(await tell(type, data)).toEqual({ kind: 'done' });
    expect(sent).toEqual(['mail to mia@example.org', expect.stringMatching(said)]);
  });

  it('is not said of a silence whose end was moved since', async () => {
    const { tell, sent } = setUp({ kinds: ['slack'] });
    const data = { silenceId: 's', until: '2026-11-28T03:40:00.000Z', people };
    expect([await tell('SilenceEndAnnounced', data), sent]).toEqual([{ kind: 'unneeded' }, []]);
  });
});

describe('a channel that takes nothing any more', () => {
  it.each([
    ['EventReceiverLost', 'Nothing can be posted in “Ops” (Slack)'],
    ['EventSubscriptionDisabled', 'The event subscription “Ops” was switched off'],
  ] as const)('is told by mail, and by every other method that wakes nobody: %s', async (type, said) => {
    const { tell, sent } = setUp({ kinds: ['sms', 'voice', 'webhook', 'push', 'gotify'] });
    expect(await tell(type, { subscriptionId: 's', reason: 'delivery.not_in_channel' })).toEqual({ kind: 'done' });
    expect(sent.slice(0, 1)).toEqual(['mail to mia@example.org']);
    expect(sent.slice(1).filter((one) => !one.endsWith(said))).toEqual([]);
    expect(sent.slice(1).map((one) => one.split(':')[0])).toEqual(expect.arrayContaining(['push', 'gotify']));
    expect(sent.join()).not.toMatch(/sms|voice/);
  });
});

describe('a channel of a team that takes nothing any more', () => {
  it.each(['EventReceiverLost', 'EventSubscriptionDisabled'] as const)('is told to owners and to the team’s managers: %s', async (type) => {
    const { tell, sent } = setUp({ teamId: 'team', managers: ['mia', 'bo'] });
    await tell(type, { subscriptionId: 's', reason: 'delivery.not_in_channel' });
    expect(sent).toEqual(['mail to mia@example.org', 'mail to bo@example.org']);
  });
});

describe('a drill that pages people', () => {
  const asked = { from: '2026-11-28T14:00:00.000Z', to: '2026-11-28T15:00:00.000Z', personIds: ['mia', 'zoe', 'bo'] };
  const ended = { drillId: 'open', personIds: asked.personIds };
  it.each([
    ['DrillPlanned', { drillId: 'open', ...asked }, ['slack: May a drill page you?']],
    ['DrillPlanned', { drillId: 'over', ...asked }, []],
    ['DrillEnded', { ...ended, groupIds: ['g'] }, ['slack: The drill is over']],
    ['DrillEnded', { ...ended, groupIds: [] }, ['slack: The drill was called off']],
  ] as const)('asks and tells those who would be paged, except who did it: %s', async (type, data, told) => {
    const { tell, sent } = setUp({ kinds: ['voice', 'slack'], notices: [{ kind: 'drills', on: true, contactMethodId: 'slack' }] });
    await tell(type, data);
    expect(sent).toEqual(told);
  });
});

it('what is told quietly is tried again after a failure, and after a kill', () => {
  expect(Object.keys(createNoticeEffects({} as never)).filter((type) => !effects.types.includes(type))).toEqual([]);
});

import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import type { FailureRow } from '@tocsin/domain/operation/reactor/failures.view.js';
import { ManualClock } from '@tocsin/platform/clock/clock.js';
import type { ClockStep } from '@tocsin/platform/clock/steady-time.js';
import type { Mail } from '@tocsin/platform/mail/mailer.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { WarningMessage } from '../deliveries/notes.js';
import { FoldFaults } from '../core/fold-faults.js';
import { OwnerWarnings, type OwnerWarningsDependencies } from './owner-warnings.js';

const begin = '2026-11-21T03:12:00.000Z';
const failure = (n: number): FailureRow =>
  ({ id: `f${n}`, at: begin, kind: 'reaction', what: 'signals', command: 'OpenAlertGroup', reason: 'RangeError' }) as FailureRow;

/** An owner with a webhook, an owner without contact methods, and an admin. */
const setting = (
  changes: {
    readonly quarantine?: object | null;
    readonly logKind?: 'live' | 'demo' | 'import';
    readonly late?: () => number;
    readonly roles?: readonly string[];
    readonly audit?: object;
    readonly stopped?: readonly string[];
    readonly refusal?: string;
  } = {},
  clockStep: () => ClockStep | null = () => null,
) => {
  const clock = new ManualClock(begin);
  const rows: FailureRow[] = [];
  const faults = new FoldFaults({ note: () => {} });
  const mails: Mail[] = [];
  const posted: WarningMessage[] = [];
  const troubles: string[] = [];
  const ana = { id: 'ana', role: 'owner', state: 'active', email: 'ana@example.org' };
  const bo = { id: 'bo', role: 'owner', state: 'active', email: 'bo@example.org' };
  const cleo = { id: 'cleo', role: 'admin', state: 'active', email: 'cleo@example.org' };
  const webhook = { contactMethodId: 'm1', kind: 'webhook', verified: true, address: 'https://ana.example.org/', secretRef: null };
  const parts = {
    server: {
      clock,
      logKind: changes.logKind ?? 'live',
      memory: { rows: () => ({ all: () => rows }) },
      reads: {
        organisation: new Map([[organisationKey, { held: changes.quarantine ?? null }]]),
        people: { where: (_: string, role: string) => [ana, bo, cleo].filter((person) => person.role === role) },
        contacts: new Map([['ana', { methods: [webhook, { ...webhook, contactMethodId: 'm2', verified: false }] }]]),
      },
      vault: { secret: () => null },
      reacting: { reactor: { watch: { lateFor: changes.late ?? (() => 0) } } },
      troubles: { note: (_: string, error: Error) => troubles.push(error.message) },
      faults,
      config: { roles: changes.roles ?? ['reactor'] },
    },
    mailer: { isConfigured: true, send: async (mail: Mail) => (mails.push(mail), { providerId: 'p' }) },
    channels: {
      webhook: {
        canSend: () => true,
        deliver: async (_: string, message: WarningMessage) => (
          posted.push(message),
          changes.refusal ? { ok: false, reason: changes.refusal } : { ok: true, state: 'sent', providerId: null }
        ),
      },
    },
    address: { url: () => 'https://tocsin.example.org' },
    clockStep,
    stoppedConnections: () => changes.stopped ?? [],
    audit: () => changes.audit ?? null,
  };
  const warnings = new OwnerWarnings(partOf<OwnerWarningsDependencies>(parts));
  return { clock, rows, faults, mails, posted, troubles, warnings };
};

describe('owners', () => {
  it('are told once of what was given up, by mail and by verified webhooks', async () => {
    const { rows, mails, posted, warnings } = setting();
    rows.push(failure(1));
    await warnings.look();
    await warnings.look();
    expect(mails.map(({ to }) => to)).toEqual(['ana@example.org', 'bo@example.org']);
    expect(posted).toHaveLength(1);
    expect(posted[0]).toMatchObject({ subject: 'Tocsin: 1 reaction was abandoned', link: 'https://tocsin.example.org/settings/health' });
    expect(posted[0]!.says).toContain('reaction signals (OpenAlertGroup): RangeError');
  });

  it('are told again after 30 minutes, with a count of what came since', async () => {
    const { clock, rows, posted, warnings } = setting();
    rows.push(failure(1));
    await warnings.look();
    rows.push(failure(2), failure(3));
    clock.moveTo('2026-11-21T03:41:00.000Z');
    await warnings.look();
    expect(posted).toHaveLength(1);
    clock.moveTo('2026-11-21T03:42:00.000Z');
    await warnings.look();
    await warnings.look();
    expect(posted.map(({ subject }) => subject)).toEqual(['Tocsin: 1 reaction was abandoned', 'Tocsin: 2 reactions were abandoned']);
  });

  it('are told of 3,000 failures by one mail with a count', async () => {
    const { rows, posted, mails, warnings } = setting();
    for (let n = 1; n <= 3_000; n += 1) rows.push(failure(n));
    await warnings.look();
    await warnings.look();
    expect([mails.length, posted.length]).toEqual([2, 1]);
    expect(posted[0]!.subject).toBe('Tocsin: 3000 reactions were abandoned');
    expect(posted[0]!.says.length).toBeLessThan(400);
  });

  it('are told of events that a view could not take in, once, and again after 30 minutes with a count', async () => {
    const { clock, faults, posted, warnings } = setting();
    const fault = (ordinal: number) => ({ view: 'threads', event: { ordinal, type: 'SignalsRouted' }, reason: 'TypeError in row' });
    faults.note('memory', fault(41));
    await warnings.look();
    for (let n = 42; n < 3_042; n += 1) faults.note('memory', fault(n));
    await warnings.look();
    expect(posted.map(({ subject }) => subject)).toEqual(['Tocsin: 1 event could not be applied']);
    expect(posted[0]!.says).toContain('threads (used for paging) at SignalsRouted, event 41: TypeError in row');
    clock.moveTo('2026-11-21T03:42:00.000Z');
    await warnings.look();
    await warnings.look();
    expect(posted.map(({ subject }) => subject).slice(1)).toEqual(['Tocsin: 3000 events could not be applied']);
  });

  it('are told by one server of a cluster, but of screens by the one that keeps them', async () => {
    const { faults, rows, posted, warnings } = setting({ roles: ['command', 'projector'] });
    rows.push(failure(1));
    faults.note('memory', { view: 'threads', event: { ordinal: 1, type: 'SignalsRouted' }, reason: 'TypeError' });
    await warnings.look();
    expect(posted).toEqual([]);
    faults.note('views', { view: 'alert-groups', event: { ordinal: 1, type: 'AlertGroupOpened' }, reason: 'TypeError' });
    await warnings.look();
    expect(posted.map(({ subject }) => subject)).toEqual(['Tocsin: 1 event could not be applied']);
  });

  it('are told once of a connection that does not work, and at most every 30 minutes of the next', async () => {
    const stopped = ['the connection Twilio does not work since 2026-11-21T03:12:00.000Z: Answered 401.'];
    const { clock, posted, warnings } = setting({ stopped });
    await warnings.look();
    await warnings.look();
    clock.moveTo('2026-11-21T03:42:00.000Z');
    await warnings.look();
    expect(posted).toHaveLength(1);
    stopped.push('the connection Other does not work since 2026-11-21T03:42:00.000Z: Answered 503.');
    await warnings.look();
    expect(posted.map(({ subject }) => subject)).toEqual(Array(2).fill('Tocsin: a connection does not work'));
    expect(posted[0]!.says).toContain(stopped[0]);
  });

  it.each([
    ['delivery.connection_stopped', []],
    ['delivery.connection_refused', []],
    ['delivery.no_answer', ['delivery.no_answer']],
  ])('a warning that ends as %s is a trouble unless its connection says so itself', async (refusal, expected) => {
    const { rows, troubles, warnings } = setting({ refusal });
    rows.push(failure(1));
    await warnings.look();
    expect(troubles).toEqual(expected);
  });

  it('are told when the reactor is more than a minute late', async () => {
    const { posted, warnings } = setting({ late: () => 61_000 });
    await warnings.look();
    expect(posted.map(({ says }) => says)).toEqual(['Pages are 61 s late: the reactor is behind.']);
  });

  it('are told once of each leap of the clock', async () => {
    let step: ClockStep | null = null;
    const { posted, warnings } = setting({}, () => step);
    const from = Date.parse(begin);
    for (const hours of [3, 3, 5]) {
      if (hours !== 3 || step === null) step = { from, to: from + hours * 3_600_000 };
      await warnings.look();
    }
    expect(posted.map(({ says }) => says.slice(0, 95))).toEqual(
      [
        'The clock of the server was set forward from 2026-11-21 03:12 to 2026-11-21 06:12 UTC and has st',
        'The clock of the server was set forward from 2026-11-21 03:12 to 2026-11-21 08:12 UTC and has st',
      ].map((says) => says.slice(0, 95)),
    );
  });

  it('are told that a clock was set back, and what that moves', async () => {
    const from = Date.parse(begin);
    const step = { from, to: from - 3_600_000 };
    const { posted, warnings } = setting({}, () => step);
    await warnings.look();
    await warnings.look();
    expect(posted.map(({ subject, says }) => [subject, says])).toEqual([
      [
        'Tocsin: a clock was set back',
        'The clock of the server was set back from 2026-11-21 03:12 to 2026-11-21 02:12 UTC. The next steps, attempts and acknowledgement timeouts of open alert groups moved 1 h earlier. Check the machine’s time service (NTP).',
      ],
    ]);
  });

  it.each([{ quarantine: { since: begin } }, { logKind: 'demo' as const }, { logKind: 'import' as const }])(
    'hear nothing from %j',
    async (changes) => {
      const { rows, mails, posted, warnings } = setting(changes);
      rows.push(failure(1));
      await warnings.look();
      expect([...mails, ...posted]).toEqual([]);
    },
  );

  it('are told by one message of all that the auditor finds, and again after 30 minutes while it is so', async () => {
    const overdue = Array.from({ length: 20 }, (_, n) => ({ number: n + 1 }));
    const { clock, posted, warnings } = setting({
      audit: { overdue, overdueMuch: 3_000, findings: [], alarms: { count: 0, lastAt: null } },
    });
    await warnings.look();
    await warnings.look();
    expect(posted.map(({ subject }) => subject)).toEqual(['Tocsin: 3000 pages are overdue']);
    expect(posted[0]!.says).toContain('#1, #2, #3, #4, #5.');
    clock.moveTo('2026-11-21T03:42:00.000Z');
    await warnings.look();
    expect(posted).toHaveLength(2);
  });
});

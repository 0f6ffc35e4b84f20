import type { FailureRow } from '@tocsin/domain/reactor/failures.view.js';
import { ManualClock } from '@tocsin/platform/clock/clock.js';
import type { ForwardStep } from '@tocsin/platform/clock/steady-time.js';
import type { Mail } from '@tocsin/platform/mail/mailer.js';
import type { WarningMessage } from '../deliveries/channel.js';
import { OwnerWarnings, type OwnerWarningsParts } from './owner-warnings.js';

const begin = '2026-11-21T03:12:00.000Z';
const failure = (n: number): FailureRow =>
  ({ id: `f${n}`, at: begin, kind: 'reaction', what: 'signals', command: 'OpenAlertGroup', reason: 'RangeError' }) as FailureRow;

/** An owner with a webhook, another one with nothing, and an admin. */
const setting = (
  over: { readonly held?: object | null; readonly logKind?: 'live' | 'demo' | 'import'; readonly late?: () => number } = {},
  clockStep: () => ForwardStep | null = () => null,
) => {
  const clock = new ManualClock(begin);
  const rows: FailureRow[] = [];
  const mails: Mail[] = [];
  const posted: WarningMessage[] = [];
  const ana = { id: 'ana', role: 'owner', state: 'active', email: 'ana@example.org' };
  const bo = { id: 'bo', role: 'owner', state: 'active', email: 'bo@example.org' };
  const cleo = { id: 'cleo', role: 'admin', state: 'active', email: 'cleo@example.org' };
  const webhook = { contactMethodId: 'm1', kind: 'webhook', verified: true, address: 'https://ana.example.org/', secretRef: null };
  const parts = {
    core: {
      clock,
      held: over.held ?? null,
      logKind: over.logKind ?? 'live',
      memory: { rows: () => ({ all: () => rows }) },
      reads: {
        people: { where: (_: string, role: string) => [ana, bo, cleo].filter((person) => person.role === role) },
        contacts: new Map([['ana', { methods: [webhook, { ...webhook, contactMethodId: 'm2', verified: false }] }]]),
      },
      vault: { secret: () => null },
      reactor: { watch: { lateFor: over.late ?? (() => 0) } },
      troubles: { note: () => {} },
    },
    mailer: { configured: true, send: async (mail: Mail) => (mails.push(mail), { providerId: 'p' }) },
    webhook: { warn: async (message: WarningMessage) => (posted.push(message), { ok: true, state: 'sent', providerId: null }) },
    address: { url: () => 'https://tocsin.example.org' },
    clockStep,
  };
  const warnings = new OwnerWarnings(parts as unknown as OwnerWarningsParts);
  return { clock, rows, mails, posted, warnings };
};

describe('owners', () => {
  it('are told once of what was given up, by mail and by verified webhooks', async () => {
    const { rows, mails, posted, warnings } = setting();
    rows.push(failure(1));
    await warnings.look();
    await warnings.look();
    expect(mails.map(({ to }) => to)).toEqual(['ana@example.org', 'bo@example.org']);
    expect(posted).toHaveLength(1);
    expect(posted[0]).toMatchObject({ subject: 'Tocsin: 1 thing was given up', link: 'https://tocsin.example.org/settings/health' });
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
    expect(posted.map(({ subject }) => subject)).toEqual(['Tocsin: 1 thing was given up', 'Tocsin: 2 things were given up']);
  });

  it('are told when the reactor is more than a minute late', async () => {
    const { posted, warnings } = setting({ late: () => 61_000 });
    await warnings.look();
    expect(posted.map(({ says }) => says)).toEqual(['The reactor is 61 s late: pages go out that much later.']);
  });

  it('are told once of each leap of the clock', async () => {
    let step: ForwardStep | null = null;
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

  it.each([{ held: { since: begin } }, { logKind: 'demo' as const }, { logKind: 'import' as const }])(
    'hear nothing from %j',
    async (over) => {
      const { rows, mails, posted, warnings } = setting(over);
      rows.push(failure(1));
      await warnings.look();
      expect([...mails, ...posted]).toEqual([]);
    },
  );
});

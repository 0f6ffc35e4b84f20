import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '../stage/command-line.js';
import { ForeignSystem } from './foreign-system.js';
import type { Recorded } from './recorded.js';

const token = 'tok-5f1e-planted-secret-0001';

/** Who stands in the other system’s past. */
export interface ForeignResponder {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

const answer = (data: unknown): Recorded => ({ request: '', status: 200, body: { data, took: 0.1, requestId: '1' } });
const minute = 60_000;

const alertId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Opsgenie with one responder, whose alerts are a day apart, taken after four minutes and closed after twenty. */
const pastOf = ({ id, name, email }: ForeignResponder, alerts: number) => {
  const begin = Date.parse('2025-11-01T03:00:00.000Z');
  const at = (n: number, after = 0): string => new Date(begin + n * 1_440 * minute + after * minute).toISOString();
  const alert = (n: number) => ({
    id: alertId(n),
    message: n % 2 === 0 ? 'Disk of db-1 is full' : `${name} should look at db-2`,
    status: 'closed',
    priority: 'P1',
    owner: email,
    createdAt: at(n),
    responders: [{ type: 'team', id: 'team-1', name: 'Databases' }],
    report: { ackTime: 4 * minute, closeTime: 20 * minute, acknowledgedBy: email, closedBy: email },
  });
  return (path: string): Recorded | undefined => {
    if (path === '/v2/users') return answer([{ id, username: email, fullName: name }]);
    if (path === '/v2/alerts') return answer(Array.from({ length: alerts }, (_, n) => alert(n)));
    const [, of, part] = /^\/v2\/alerts\/[\w-]*?(\d{12})\/?([\w-]*)$/.exec(path) ?? [];
    if (of === undefined) return undefined;
    const n = Number(of);
    if (part === '') return answer({ ...alert(n), description: `Call ${name} or write to ${email}`, details: { account: id } });
    if (part === 'logs')
      return answer([
        { log: 'Alert created via API', owner: 'System', createdAt: at(n), offset: 'a' },
        { log: `Alert acknowledged via web by ${email}`, owner: email, createdAt: at(n, 4), offset: 'b' },
        { log: `Alert closed by [${name}]`, owner: email, createdAt: at(n, 20), offset: 'c' },
      ]);
    if (part === 'notes') return answer([{ note: `Emptied /var/log, says ${name}`, owner: email, createdAt: at(n, 15), offset: 'n' }]);
    return answer([{ user: { id, username: email }, state: 'action', method: 'Acknowledge', createdAt: at(n, 1) }]);
  };
};

export interface OldYear {
  readonly folder: string;
  /** The key by which a service here stands for the team there. */
  readonly serviceKey: string;
  /** The id there of an alert, by its number. */
  readonly alertId: (n: number) => string;
  /** Runs `tocsin import-history` on a data folder. */
  readonly importInto: (data: string) => Promise<string>;
  readonly remove: () => void;
}

/** A rescue of that past, by the program. */
export const rescueOldYear = async (responder: ForeignResponder, alerts = 20): Promise<OldYear> => {
  const parent = mkdtempSync(join(tmpdir(), 'tocsin-old-year-'));
  const folder = join(parent, 'rescued');
  const system = await ForeignSystem.start('opsgenie', { token, instead: pastOf(responder, alerts) });
  const args = ['rescue', 'opsgenie', folder, '--url', system.origin, '--since', '2025-11-01'];
  const rescued = await runCommandLine(args, { TOCSIN_RESCUE_TOKEN: token });
  const serviceKey = `opsgenie:${new URL(system.origin).host}:service:team-1`;
  await system.stop();
  if (rescued.code !== 0) throw new Error(rescued.output);
  return {
    folder,
    serviceKey,
    alertId,
    importInto: async (data) => {
      const { code, output } = await runCommandLine(['import-history', folder], { TOCSIN_DATA: data });
      if (code !== 0) throw new Error(output);
      return output;
    },
    remove: () => rmSync(parent, { recursive: true, force: true }),
  };
};

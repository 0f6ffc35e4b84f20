import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import { domain } from '@tocsin/domain/registry.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { World } from '@tocsin/kernel/replay/world.js';
import { currentFormat } from '@tocsin/platform/data-folder/folder-label.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { makeFolder } from '@tocsin/platform/data-folder/staged-folder.js';
import { readSettings, type Settings } from '../settings.js';
import { importHistory } from './import-history.js';

const id = (n: number): string => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

export const ana = { personId: id(1), name: 'Ana Brandt', email: 'ana.brandt@lindenport.example' };

const setUp = {
  organisationId: id(2),
  name: 'Lindenport',
  timeZone: 'UTC',
  url: 'http://localhost:3000',
  owner: { ...ana, passwordRef: 'password' },
  team: { teamId: id(3), name: 'Payments' },
  service: { serviceId: id(4), name: 'Payments' },
  policy: { policyId: id(5), name: 'Payments' },
  integration: { integrationId: id(6), name: 'Import', kind: 'generic', keyHash: 'hash', keyRef: 'key' },
  contactMethodId: id(7),
  ruleIds: { high: id(8), low: id(9) },
};

const open: string[] = [];
export const removeFolders = (): void => {
  for (const folder of open.splice(0)) rmSync(folder, { recursive: true, force: true });
};

/** A data folder of a team in which Ana is, who stands in the recorded organisation, too. */
export async function movedIn(): Promise<{ readonly data: string; readonly settings: Settings; readonly run: typeof runIn }> {
  const parent = mkdtempSync(join(tmpdir(), 'tocsin-history-'));
  open.push(parent);
  const logOpened = { logId: id(10), format: currentFormat, clock: 'system', kind: 'import' };
  const start = '2026-11-20T00:00:00.000Z';
  const world = new World({ ...domain, timers: [] }, { start, node: 'fixture', logOpened });
  const outcome = world.run({ type: 'SetUp', data: setUp }, { actor: systemActor });
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  const data = join(parent, 'data');
  const events = world.events;
  await makeFolder({
    path: data,
    logKind: 'import',
    program: version,
    now: start,
    masterKey: undefined,
    contractOf: eventContract,
    events,
  });
  const settings: Settings = { ...readSettings({}), data };
  return { data, settings, run: runIn };
}

/** Runs `tocsin import-history`; `killAt`: it is killed at so many signs of progress. */
async function runIn(settings: Settings, args: readonly string[], killAt = Number.POSITIVE_INFINITY): Promise<readonly string[]> {
  const said: string[] = [];
  let signs = 0;
  const terminal = {
    isTTY: true,
    write: () => {
      signs += 1;
      if (signs > killAt) throw new Error('killed');
    },
  };
  const outside = { say: (text: string) => void said.push(text), now: () => new Date('2026-11-28T12:00:00.000Z') } as never;
  await importHistory(args, settings, outside, terminal);
  return said;
}

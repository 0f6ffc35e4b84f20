import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import { foreignContract, type ForeignEvent } from '@tocsin/contracts/imported-history/events.js';
import { isRaw } from '@tocsin/contracts/routing/signals.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import { HistoryAlerts, type HistoryAlert, type ReadSaid } from '@tocsin/domain/observers/moving-in/history/history-alerts.js';
import { historyLog } from '@tocsin/domain/observers/moving-in/history/history-log.js';
import { SetupToRestate } from '@tocsin/domain/observers/moving-in/history/restated-setup.js';
import { domain } from '@tocsin/domain/registry.js';
import type { StoredForm } from '@tocsin/kernel/replay/stored-form.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { currentFormat } from '@tocsin/platform/data-folder/folder-label.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { makeFolder } from '@tocsin/platform/data-folder/staged-folder.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { logSource } from '@tocsin/platform/replay/log-source.js';
import { KeysOfTwo, openSeparateVault } from '@tocsin/platform/separate-log/separate-log.js';
import { readVault, type SqliteVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { readAtOnce } from '../backtests/pages-reader.js';
import { writeAlertList } from './alert-list.js';
import { HistoryTotals } from './history-totals.js';
import { readSaid } from './read-said.js';
import type { HistoryReply, HistoryThread } from './worker-messages.js';

const toStoredForm: StoredForm = (type, data) => ({ v: eventContract(type)!.v, data: JSON.parse(JSON.stringify(data)) as unknown });
const page = 2_000;

interface ReadHistory {
  readonly alerts: readonly HistoryAlert[];
  readonly totals: HistoryTotals;
  readonly former: ReadonlyMap<string, string>;
}

async function readHistory({ places }: HistoryThread, main: SqliteVault, setup: SetupToRestate): Promise<ReadHistory> {
  const said: ReadSaid = (body, integrationKey, at) => {
    const kind = setup.kindOf(integrationKey);
    return kind === undefined ? null : readSaid(kind, body, at);
  };
  const [alerts, totals, former] = [new HistoryAlerts(said), new HistoryTotals(), new Map<string, string>()];
  const own = openSeparateVault(places, main, 'read');
  if (own === null) return { alerts: [], totals, former };
  const log = SqliteEventLog.openReadOnly(places.log);
  try {
    const vault = new KeysOfTwo(main, own, (subject) => subject.startsWith('person:'));
    const codec = new EventCodec({ vault, contractOf: foreignContract, upcasters: {} });
    for (let after = 0; ;) {
      const events = await log.readAll({ after, limit: page });
      for (const stored of events) {
        const event = codec.decode(stored) as unknown as ForeignEvent;
        alerts.take(stored.stream, event);
        totals.take(event);
        if (event.type === 'ImportedPerson' && event.data.who.kind === 'former')
          former.set(event.data.who.id, readablePersonal(event.data.name) || readablePersonal(event.data.address));
      }
      if (events.length === 0) return { alerts: alerts.all(), totals, former };
      after = events.at(-1)!.ordinal;
    }
  } finally {
    await log.close();
    own.close();
  }
}

async function readSetup({ live, upTo, path }: HistoryThread, main: SqliteVault): Promise<SetupToRestate> {
  const setup = new SetupToRestate();
  const { log } = await readAtOnce({ log: live, upTo, temporary: path });
  const codec = new EventCodec({ vault: main, contractOf: eventContract, upcasters: domain.upcasters });
  const source = logSource(log, (stored) => codec.decode(stored, isRaw));
  for (let after = 0; after < upTo;) {
    const events = source.after(after);
    for (const event of events) setup.take(event);
    if (events.length === 0) break;
    after = events.at(-1)!.ordinal;
  }
  return setup;
}

async function build(thread: HistoryThread, port: MessagePort): Promise<void> {
  const { path, vault, masterKey, now, logId, upTo } = thread;
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const main = readVault(vault, masterKey);
  const setup = await readSetup(thread, main);
  const { alerts, totals, former } = await readHistory(thread, main, setup);
  const post = (reply: HistoryReply): void => port.postMessage(reply);
  if (alerts.length === 0) {
    writeAlertList(join(path, 'alerts.db'), [], () => null, former);
    return post({ events: 0, summary: { setupAt: upTo, servicesWithout: [], ...totals.summary() } });
  }
  const options = { domain, written: toStoredForm, logId, format: currentFormat };
  const { events, without, serviceIds } = historyLog(setup, alerts, options);
  const own = new Set(without.map(({ serviceId }) => serviceId));
  writeAlertList(
    join(path, 'alerts.db'),
    alerts,
    ({ serviceKey }) => {
      const id = serviceIds.get(serviceKey ?? '') ?? null;
      return id === null || own.has(id) ? null : id;
    },
    former,
  );
  const count = await makeFolder({
    path: join(path, 'data'),
    logKind: 'import',
    program: version,
    now,
    masterKey,
    contractOf: eventContract,
    events,
  });
  const servicesWithout = without.map(({ key, name, alerts: of }) => ({ key, name, alerts: of }));
  post({ events: count, summary: { setupAt: upTo, servicesWithout, ...totals.summary() } });
}

if (parentPort) void build(workerData as HistoryThread, parentPort);

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import { SqliteEventLog, type SqliteEventLogOptions } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { eventLogContract, type ContractLog } from '@tocsin/testing/ports/event-log-contract.js';

const createOnDisk = (options: SqliteEventLogOptions) => async (): Promise<ContractLog> => {
  const dir = mkdtempSync(join(tmpdir(), 'tocsin-log-'));
  let current: EventLog = new SqliteEventLog(dir, options);
  return {
    log: current,
    reopen: async () => {
      await current.close();
      return (current = new SqliteEventLog(dir, options));
    },
    close: async () => {
      await current.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

eventLogContract('memory', async () => {
  const log = new MemoryEventLog();
  return { log, close: () => log.close() };
});
eventLogContract('SQLite', createOnDisk({}));
eventLogContract('SQLite, a transaction an append', createOnDisk({ ungrouped: true }));

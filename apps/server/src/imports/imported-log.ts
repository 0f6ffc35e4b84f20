import { join } from 'node:path';
import { eventContract, type FactOf, type RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { ImportTableAnswer } from '@tocsin/contracts/imports/imports.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import { domain } from '@tocsin/domain/registry.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { readVault } from '@tocsin/platform/vault/sqlite-vault.js';

/** The folders of an imported log, read with read-only connections. */
export interface ImportedLog {
  readonly log: string;
  readonly vault: string;
  /** Where reports cache the columns that they read from it. */
  readonly columns: string;
  /** Ordinal of its last event. */
  readonly ordinal: number;
}

export const openImportedLog = (data: string, ordinal: number): ImportedLog => ({
  log: join(data, 'log'),
  vault: join(data, 'vault'),
  columns: join(data, 'views', 'reports.db'),
  ordinal,
});

type ImportedPolicy = NonNullable<ImportTableAnswer['policy']>;

/** Names from the table, by id, and the policy of all its services. */
export interface ImportedNames {
  readonly policy: ImportedPolicy | null;
  readonly services: ReadonlyMap<string, { readonly name: string }>;
  readonly people: ReadonlyMap<string, { readonly name: string }>;
}

const naming = ['ServiceCreated', 'PolicyCreated', 'PolicyChanged', 'PersonInvited'] as const;

const policyOf = ({
  teamId,
  policyId,
  version,
  name,
  steps,
  repeats,
  climbLow,
}: FactOf<'PolicyCreated' | 'PolicyChanged'>): ImportedPolicy => ({
  teamId,
  policyId,
  version,
  name,
  steps: [...steps],
  repeats,
  climbLow,
});

const page = 500;

export const namesIn = async (
  { log: room, vault: keys }: Pick<ImportedLog, 'log' | 'vault'>,
  masterKey?: string,
): Promise<ImportedNames> => {
  const log = SqliteEventLog.openReadOnly(room);
  const vault = readVault(keys, masterKey);
  const [services, people] = [new Map<string, { name: string }>(), new Map<string, { name: string }>()];
  let policy: ImportedPolicy | null = null;
  const take = ({ type, data }: RecordedFact): void => {
    if (type === 'ServiceCreated') services.set(data.serviceId, { name: data.name });
    else if (type === 'PersonInvited') people.set(data.personId, { name: readablePersonal(data.name) });
    else if (type === 'PolicyCreated' || type === 'PolicyChanged') policy = policyOf(data);
  };
  try {
    const codec = new EventCodec({ vault, contractOf: eventContract, upcasters: domain.upcasters });
    for (let after = 0; ;) {
      const events = await log.readAll({ after, types: naming, limit: page });
      for (const event of events) take(codec.decode(event) as RecordedFact);
      if (events.length === 0) return { policy, services, people };
      after = events.at(-1)!.ordinal;
    }
  } finally {
    vault.close();
    await log.close();
  }
};

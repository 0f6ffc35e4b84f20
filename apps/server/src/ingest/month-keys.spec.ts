import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import type { Meta } from '@tocsin/contracts/envelope.js';
import { limits } from '@tocsin/contracts/limits.js';
import { rawSubject } from '@tocsin/contracts/routing/signals.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { ManualClock } from '@tocsin/platform/clock/clock.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { openVault, readVault, type SqliteVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { MonthKeys, monthAfter } from './month-keys.js';

const begin = '2026-12-31T22:00:00.000Z';

it('the next month begins on its first day, in the next year after December', () => {
  expect(monthAfter('2026-01-31T23:59:59.999Z')).toBe('2026-02-01T00:00:00.000Z');
  expect(monthAfter('2026-09-01T00:00:00.000Z')).toBe('2026-10-01T00:00:00.000Z');
  expect(monthAfter('2026-12-31T23:59:59.999Z')).toBe('2027-01-01T00:00:00.000Z');
});

describe('the keys of a month', () => {
  let folder: string;
  let vault: SqliteVault;
  let clock: ManualClock;
  let integrations: { id: string }[];
  let onRowChange: (view: string, id: string, row: unknown) => void;
  let requestedSubjects: (readonly string[])[];
  let notedErrors: unknown[];
  let isFull: boolean;
  let keys: MonthKeys;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'month-keys-'));
    vault = openVault(folder);
    clock = new ManualClock(begin);
    integrations = [{ id: 'i1' }, { id: 'i2' }];
    [requestedSubjects, notedErrors, isFull] = [[], [], false];
    const makeKeys = (subjects: readonly string[]): Promise<void> => {
      requestedSubjects.push(subjects);
      if (isFull) return Promise.reject(new Error('the disk is full'));
      vault.addKeys(subjects);
      return Promise.resolve();
    };
    const parts = {
      makeKeys,
      clock,
      vault,
      memory: { onChange: (listener: typeof onRowChange) => (onRowChange = listener) },
      reads: { integrations: { all: () => integrations } },
      troubles: { note: (_where: string, error: unknown) => void notedErrors.push(error) },
    };
    keys = new MonthKeys(partOf<ConstructorParameters<typeof MonthKeys>[0]>(parts));
  });
  afterEach(async () => {
    await keys.stop();
    vault.close();
    rmSync(folder, { recursive: true });
  });

  it('are there a month before, so that the first signal of a month writes nothing to the vault', async () => {
    keys.start();
    await keys.whenSettled;
    const onlyRead = readVault(folder);
    const codec = new EventCodec({ vault: onlyRead, contractOf: eventContract, upcasters: {} });
    const receivedAt = '2027-01-01T00:00:00.000Z';
    const data = { integrationId: 'i2', receivedAt, raw: 't:body' };
    const event = codec.encode({ id: 'e1', type: 'SignalReceived', data }, { at: receivedAt } as Meta, { parsed: true });
    expect(JSON.parse(event.meta)).toMatchObject({ enc: [{ path: 'raw', subject: 'raw:i2:2027-01' }] });
    onlyRead.close();
  });

  it('are made for a new integration at once, and for the month after as soon as a month has begun; each once', async () => {
    keys.start();
    await keys.whenSettled;
    integrations.push({ id: 'i3' });
    onRowChange('integrations', 'i3', {});
    onRowChange('people', 'p1', {});
    await keys.whenSettled;
    clock.moveTo(addMillis(begin, limits.housekeepingEvery));
    await keys.whenSettled;
    expect(requestedSubjects).toEqual([
      ['i1', 'i2'].flatMap((id) => [rawSubject(id, '2026-12'), rawSubject(id, '2027-01')]),
      [rawSubject('i3', '2026-12'), rawSubject('i3', '2027-01')],
      ['i1', 'i2', 'i3'].map((id) => rawSubject(id, '2027-02')),
    ]);
  });

  it('are tried again later when they could not be made, and that is noted', async () => {
    isFull = true;
    keys.start();
    await keys.whenSettled;
    expect(notedErrors).toHaveLength(1);
    isFull = false;
    clock.moveTo(addMillis(begin, limits.housekeepingEvery));
    await keys.whenSettled;
    expect(vault.withoutKey([rawSubject('i1', '2027-02')])).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import { openEventStoreLog } from '@tocsin/platform/event-log/eventstore/eventstore-log.js';
import { eventLogContract, type ContractLog } from '@tocsin/testing/ports/event-log-contract.js';
import { EventStoreNode } from '@tocsin/testing/eventstore-node/eventstore-node.js';
import { sayNotRun } from '@tocsin/testing/machine/not-run.js';
import { isDeep } from '@tocsin/testing/tier.js';

const server = process.env['TOCSIN_TEST_EVENTSTORE'];

/** Counting a long log again, or a fresh prefix on a server that holds much else, takes longer than a caller would wait. */
const deadlineMs = 60_000;

/** An installation of its own on a server that others use too. `isForgetful`: each restart counts its ordinals again. */
const createInstallation =
  (connectionString: () => string, isForgetful = false) =>
  async (): Promise<ContractLog> => {
    const sideDir = mkdtempSync(join(tmpdir(), 'tocsin-ordinals-'));
    const prefix = `t${randomUUID().replaceAll('-', '')}`;
    const open = (): EventLog => openEventStoreLog({ connectionString: connectionString(), prefix, sideDir, deadlineMs });
    let current = open();
    return {
      log: current,
      reopen: async () => {
        await current.close();
        if (isForgetful) rmSync(sideDir, { recursive: true });
        return (current = open());
      },
      close: async () => {
        await current.close();
        rmSync(sideDir, { recursive: true, force: true });
      },
    };
  };

const describeOnTestNode = (title: string, isForgetful: boolean): void => {
  describe(title, () => {
    let node: EventStoreNode;
    beforeAll(async () => {
      node = await EventStoreNode.start();
    });
    afterAll(() => node.kill());

    eventLogContract(
      'EventStoreDB (the test node)',
      createInstallation(() => node.connectionString, isForgetful),
    );
  });
};

describeOnTestNode('its index kept', false);
if (isDeep) describeOnTestNode('its index counted again at each restart', true);

const describeOn = (connectionString: string): void =>
  eventLogContract(
    'EventStoreDB (a real server)',
    createInstallation(() => connectionString),
  );

if (server) describeOn(server);
else sayNotRun('EventStoreDB server: TOCSIN_TEST_EVENTSTORE is not set; the contract ran against the test node');

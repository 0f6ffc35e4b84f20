import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import { openEventStoreLog } from '@tocsin/platform/event-log/eventstore/eventstore-log.js';
import { eventLogContract, type ContractLog } from '@tocsin/testing/ports/event-log-contract.js';
import { EventStoreNode } from '@tocsin/testing/eventstore-node/eventstore-node.js';
import { sayNotRun } from '@tocsin/testing/machine/not-run.js';

const server = process.env['TOCSIN_TEST_EVENTSTORE'];
const deep = process.env['TOCSIN_DEEP'] === '1';

/** Counting a long log again, or a fresh prefix on a server that holds much else, takes longer than a caller would wait. */
const deadlineMs = 60_000;

/** An installation of its own on a server that others use too. `forgetful`: each restart counts its ordinals again. */
const installation =
  (connectionString: () => string, forgetful = false) =>
  async (): Promise<ContractLog> => {
    const sideDir = mkdtempSync(join(tmpdir(), 'tocsin-ordinals-'));
    const prefix = `t${randomUUID().replaceAll('-', '')}`;
    const open = (): EventLog => openEventStoreLog({ connectionString: connectionString(), prefix, sideDir, deadlineMs });
    let current = open();
    return {
      log: current,
      reopen: async () => {
        await current.close();
        if (forgetful) rmSync(sideDir, { recursive: true });
        return (current = open());
      },
      close: async () => {
        await current.close();
        rmSync(sideDir, { recursive: true, force: true });
      },
    };
  };

const againstTestNode = (what: string, forgetful: boolean): void => {
  describe(what, () => {
    let node: EventStoreNode;
    beforeAll(async () => {
      node = await EventStoreNode.start();
    });
    afterAll(() => node.kill());

    eventLogContract(
      'EventStoreDB (the test node)',
      installation(() => node.connectionString, forgetful),
    );
  });
};

againstTestNode('its index kept', false);
if (deep) againstTestNode('its index counted again at each restart', true);

const against = (connectionString: string): void =>
  eventLogContract(
    'EventStoreDB (a real server)',
    installation(() => connectionString),
  );

if (server) against(server);
else sayNotRun('EventStoreDB server: TOCSIN_TEST_EVENTSTORE is not set; the contract ran against the test node');

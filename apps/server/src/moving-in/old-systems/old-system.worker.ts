import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { fetch as guardedFetch, type Dispatcher, type RequestInit } from 'undici';
import { duration } from '@tocsin/contracts/duration.js';
import { longestWait } from '@tocsin/contracts/side-by-side/limits.js';
import { readNotified } from '@tocsin/moving-in/read-notified.js';
import { Client } from '@tocsin/moving-in/rescue/client.js';
import type { Outside } from '@tocsin/moving-in/rescue/outside.js';
import { RescueStopped } from '@tocsin/moving-in/rescue/rescue-stopped.js';
import { systemNamed } from '@tocsin/moving-in/rescue/systems.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { OldSystemOrder, OldSystemReply } from './worker-messages.js';

const connectWithin = 30_000;

/** Where it may go, and not for longer than until the next reading: what asks to wait is asked again then. */
const outsideOf = (title: string, dispatcher: Dispatcher): Outside => {
  let waited = 0;
  return {
    now: () => new Date(),
    elapsed: () => performance.now(),
    wait: async (seconds) => {
      waited += seconds * duration.second;
      if (waited > longestWait) throw new RescueStopped(`${title} asks to wait, or is not there.`);
      await setTimeout(seconds * duration.second);
    },
    say: () => undefined,
    askHidden: () => Promise.resolve(null),
    env: {},
    fetch: ((url: URL, init: RequestInit) => guardedFetch(url, { ...init, dispatcher })) as unknown as typeof fetch,
  };
};

const read = async ({ system: name, address, token, allowCidrs, allowLoopback, ...stretch }: OldSystemOrder): Promise<OldSystemReply> => {
  const system = systemNamed(name)!;
  const http = new OutgoingHttp({ allowCidrs, allowLoopback });
  const client = new Client(
    system,
    new URL(address),
    system.headersOf(token, undefined),
    outsideOf(system.title, http.guard(connectWithin)),
  );
  try {
    return { kind: 'read', ...(await readNotified(system, client, stretch)) };
  } catch (error) {
    if (error instanceof RescueStopped) return { kind: 'stopped', why: error.message };
    throw error;
  } finally {
    http.close();
  }
};

if (parentPort) {
  const port = parentPort;
  void read(workerData as OldSystemOrder).then((reply) => port.postMessage(reply));
}

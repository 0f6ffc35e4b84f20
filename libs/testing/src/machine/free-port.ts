import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range of ephemeral ports, one of which another program might get before it is used; above 10080, the last port that
 * browsers refuse. Each worker of a test run has its own part.
 */
const lowest = 11_000;
const workers = 8;
const perWorker = 2_000;
const tries = 100;

/** A free port of 127.0.0.1 that no one else takes before it is used, or while its server is down. */
export const freePort = async (): Promise<number> => {
  const first = lowest + (Number(process.env['JEST_WORKER_ID'] ?? 0) % workers) * perWorker;
  for (let times = 0; times < tries; times += 1) {
    const port = randomInt(first, first + perWorker);
    if (await isFree(port)) return port;
  }
  throw new Error(`none of ${tries} ports was free`);
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

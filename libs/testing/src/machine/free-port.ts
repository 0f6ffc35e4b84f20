import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to whoever asks for any, one of which might be somebody else’s by the time it is used; above 10080, the
 * last that browsers refuse. Each worker of a test run has its own part of them.
 */
const lowest = 11_000;
const workers = 8;
const perWorker = 2_000;
const tries = 100;

/** A port of 127.0.0.1 that nobody listens at now, and that nobody else takes before it is used, or while its server is down. */
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

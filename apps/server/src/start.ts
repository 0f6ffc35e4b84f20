import 'reflect-metadata';
import { createServer } from 'node:net';
import { pino } from 'pino';
import { CodecError } from '@tocsin/platform/codec/codec.js';
import { asRefusal, DataFolderRefused } from '@tocsin/platform/data-folder/data-folder-refused.js';
import { describeMachineError } from '@tocsin/platform/data-folder/machine-errors.js';
import { LogUnavailable } from '@tocsin/platform/event-log/event-log.js';
import { CertificateRefused } from '@tocsin/platform/http/certificate.js';
import { VaultRefused } from '@tocsin/platform/vault/vault.js';
import { ConfigRefused, readConfig, type Config } from './config.js';
import { ServerCore } from './core.js';
import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import { toDemoConfig, isDemoRequested } from './demo/demo-config.js';
import { demoGreeting } from './demo/demo-words.js';
import { collectAfterStart } from './memory-bounds.js';
import { openListener } from './open-listener.js';
import { startServer } from './server.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';

/** With fewer events, reading them again is too quick to be worth a message. */
const worthSaying = 10_000;

/** The server can’t start. The message is a sentence for the operator. */
export class StartRefused extends Error {}

const isExpected = (error: unknown): error is Error =>
  error instanceof ConfigRefused ||
  error instanceof CertificateRefused ||
  error instanceof CodecError ||
  error instanceof DataFolderRefused ||
  error instanceof LogUnavailable ||
  error instanceof VaultRefused;

const sentenceOf = (error: Error): string => {
  if (!(error instanceof CodecError)) return error.message;
  return `The log can’t be read: ${error.message}. Run “tocsin doctor” to check the whole log. Then restore a backup, or start the version that wrote it.`;
};

/** Whether another program listens there already. */
const isPortInUse = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(true) : reject(error)));
    probe.listen(port, host, () => probe.close(() => resolve(false)));
  });

/** The configured port. If it is in use, that is reported and the next free one is used, unless the operator set the port. */
const findFreePort = async ({ port: wantedPort, host }: Config, isExplicit: boolean): Promise<number> => {
  if (wantedPort === 0) return 0;
  for (let port = wantedPort; port < wantedPort + 20; port += 1) {
    if (!(await isPortInUse(port, host))) return port;
    if (isExplicit)
      throw new StartRefused(`Port ${port} is taken by another program. Set PORT to a free one, for example PORT=${port + 1}.`);
    console.error(`Port ${port} is taken by another program; trying ${port + 1}.`);
  }
  throw new StartRefused(`Ports ${wantedPort} to ${wantedPort + 19} are all taken. Set PORT to a free one.`);
};

const greet = (config: Config, { folder, folding, reads, logKind, vault }: ServerCore['parts'], port: number, setUpCode: string): void => {
  if (config.clock === 'manual') {
    console.warn(
      'WARNING: this server runs on a controllable clock (TOCSIN_CLOCK=manual). Anyone can move it, and pages are not sent on time.',
    );
  }
  const scheme = config.tls ? 'https' : 'http';
  console.log(`Tocsin ${version} listens on ${scheme}://localhost:${port} · data in ${folder.path}`);
  if (folder.backup) console.log(`The data was backed up first: ${folder.backup}`);
  const { views, events, eventsPerSecond } = folding.state();
  if (views.length > 0 && events > worthSaying) {
    console.log(`${events} events were read again to rebuild: ${views.join(', ')} (${eventsPerSecond}/s)`);
  }
  if (logKind === 'demo') for (const sentence of demoGreeting(vault)) console.log(sentence);
  if (reads.organisation.get(organisationKey)) return;
  console.log(`Set it up at ${scheme}://localhost:${port}/setup`);
  console.log(`Setting up from another machine? Enter this code: ${setUpCode}`);
};

/** A started server that has printed its address. */
export interface StartedServer {
  /** Resolves with a sentence when another server has taken over its log: this one must end. */
  readonly whenLost: Promise<string>;
  /** Reads the certificate again, if there is one. */
  readonly reloadCertificate: (() => void) | null;
  /** Reports a background failure that no code has handled. */
  noteUnhandled(error: unknown): void;
  /** Resolves when everything is closed: from then on it does nothing more. */
  close(): Promise<void>;
}

export interface StartOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Command-line arguments. */
  readonly args: readonly string[];
}

const start = async ({ env, args }: StartOptions): Promise<StartedServer> => {
  const isDemo = isDemoRequested(args);
  const config = isDemo ? toDemoConfig(readConfig(env), env) : readConfig(env);
  if (isDemo) {
    const { ensureDemo } = await import('./demo/demo-folder.js');
    await ensureDemo({ config, now: new Date().toISOString(), tell: console.log });
  }
  const logger = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: true }));
  const chosenPort = await findFreePort(config, env.PORT !== undefined && env.PORT !== '');
  const core = await ServerCore.open(config, (place, error) => logger.error({ where: place, err: error }, 'trouble'));
  const listener = await openListener(core.parts);
  const port = await listener.listener.listen(chosenPort, config.host);
  core.parts.listening.port = port;
  await core.parts.folding.all();
  const server = await startServer(core, listener);
  await server.start();
  greet(config, core.parts, port, server.setUpCode);
  collectAfterStart();
  return {
    whenLost: core.over,
    reloadCertificate: server.reloadCertificate,
    noteUnhandled: (error) => core.parts.troubles.note('unhandled', error),
    close: () => server.close(),
  };
};

/**
 * Starts a whole server; several may run in one process. Throws StartRefused when the operator has to do something first; what was
 * opened until then stays open, so the process has to end.
 */
export const startTocsin = async (order: StartOptions): Promise<StartedServer> => {
  try {
    return await start(order);
  } catch (error) {
    if (isExpected(error)) throw new StartRefused(sentenceOf(error));
    if (describeMachineError(error) !== undefined) throw new StartRefused(asRefusal(order.env['TOCSIN_DATA'] || 'data', error).message);
    throw error;
  }
};

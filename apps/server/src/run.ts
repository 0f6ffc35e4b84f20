import module from 'node:module';
import { StartRefused, startTocsin, type StartedServer } from './start.js';

const endWithin = 20_000;

/** Prints a sentence for the operator and exits at once, whatever is open; never returns. */
const sayAndEnd = (sentence: string): never => {
  console.error(sentence);
  process.exit(1);
};

const startServer = async (): Promise<StartedServer> => {
  try {
    return await startTocsin({ env: process.env, args: process.argv.slice(2) });
  } catch (error) {
    if (error instanceof StartRefused) return sayAndEnd(error.message);
    throw error;
  }
};

/** Runs one server in this process, until a signal ends it. */
export const run = async (): Promise<void> => {
  const server = await startServer();
  // Now, not at the end: threads that start later share it, and a process that is killed has kept it. Only what is new is written.
  module.flushCompileCache();
  let isEnding = false;
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => sayAndEnd('Tocsin did not shut down within 20 s and stops now. Everything accepted is on disk.'), endWithin).unref();
    server.close().then(
      () => process.exit(0), // everything is closed: exits even if a client keeps a socket open
      (error: unknown) => sayAndEnd(String(error)),
    );
  };
  void server.whenLost.then(sayAndEnd);
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  if (server.reloadCertificate) process.on('SIGHUP', server.reloadCertificate);
  process.on('unhandledRejection', (error) => server.noteUnhandled(error));
};

import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { backgroundOf, certificateKeeperOf } from './background-work.js';
import { Dispatcher } from './command/dispatcher.js';
import type { ServerCore } from './core.js';
import { Background } from './core/background.js';
import { createApp } from './nest-app.js';
import type { OpenListener } from './open-listener.js';
import { OperatorToken } from './operate/operator-token.js';
import { SetUpCode } from './sign-in/set-up-code.js';

export interface RunningServer {
  readonly app: NestFastifyApplication;
  readonly setUpCode: string;
  /** Reads the certificate again, if there is one. */
  readonly reloadCertificate: (() => void) | null;
  /** From now on all requests are answered. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Builds everything around the core, once memory is complete. `start` opens it to all requests, and starts the background work. */
export const startServer = async (core: ServerCore, opened: OpenListener): Promise<RunningServer> => {
  const nest = await createApp(core.parts, opened);
  const { app } = nest;
  const keeper = certificateKeeperOf(core.parts, opened, app.get(OperatorToken));
  const background = new Background(backgroundOf(core, opened, nest, keeper));
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const dispatcher = app.get(Dispatcher);
  void opened.refusals.sendBy((type, data, order) => dispatcher.send(type, data, order));
  return {
    app,
    setUpCode: app.get(SetUpCode).code,
    reloadCertificate: keeper && (() => keeper.reload()),
    start: () => background.start(),
    close: () => background.stop(),
  };
};

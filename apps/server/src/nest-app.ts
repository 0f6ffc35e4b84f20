import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { LogLevel } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { limits } from '@tocsin/contracts/limits.js';
import { AppModule } from './app.module.js';
import { ChatDoors } from './channels/chat-door.js';
import { Channels } from './channels/channels.js';
import type { ServerParts } from './core/server-parts.js';
import { addBoundedBodies } from './http/bounded-bodies.js';
import { readDeclarations } from './http/declared-routes.js';
import type { HttpListener } from './http/listener.js';
import { uploadPath } from './http/late-requests.js';
import { refuseOtherMethods } from './http/other-methods.js';
import { addSecurityHeaders } from './http/security-headers.js';
import { refuseUnreadableAddress } from './http/unreadable-addresses.js';
import { refuseForms, refuseStrangeBodies } from './http/unsupported-bodies.js';
import { takeConfigFiles } from './config-files/files-body.js';
import { takeTables } from './imports/upload.js';
import { PublicAddress } from './core/public-address.js';
import { addMcpDoor } from './mcp/mcp-door.js';
import type { OpenListener } from './open-listener.js';
import { PagesController } from './public/page-link/pages.controller.js';
import { addProviderDoors } from './public/provider-doors.js';
import { addWebFiles } from './public/web-files.js';

export interface NestApp {
  readonly app: NestFastifyApplication;
  readonly answer: RequestListener;
}

/** Uses the server that is already listening. `take` receives Nest’s request handler. */
const adapter = (parts: Pick<ServerParts, 'config'>, front: HttpListener, take: (handler: RequestListener) => void): FastifyAdapter =>
  new FastifyAdapter({
    serverFactory: (handler: RequestListener) => {
      take(handler);
      return front.server;
    },
    bodyLimit: limits.apiBodyBytes,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: refuseUnreadableAddress,
    trustProxy: parts.config.trustsProxy,
  });

const worthSaying: readonly LogLevel[] = ['fatal', 'error', 'warn'];
const logLevels: Readonly<Record<string, LogLevel[]>> = {
  silent: [],
  fatal: ['fatal'],
  error: [...worthSaying],
  warn: [...worthSaying],
  info: [...worthSaying, 'log'],
  debug: [...worthSaying, 'log', 'debug', 'verbose'],
};

/** Nest around the parts of a server. Its providers are made; its routes are there after `app.init()`. */
export const createApp = async (parts: ServerParts, { listener: front, rates, room }: OpenListener): Promise<NestApp> => {
  let answer: RequestListener = () => {};
  const nest = adapter(parts, front, (handler) => (answer = handler));
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.around(parts, rates), nest, {
    logger: logLevels[parts.config.logLevel] ?? [...worthSaying],
    abortOnError: false,
  });
  app.useWebSocketAdapter(new IoAdapter(app));
  const fastify = app.getHttpAdapter().getInstance();
  readDeclarations(fastify);
  addBoundedBodies(fastify, parts, room);
  await addSecurityHeaders(fastify, parts);
  const addReadPaths = refuseOtherMethods(fastify);
  refuseStrangeBodies(fastify);
  refuseForms(app);
  takeTables(fastify, uploadPath);
  takeConfigFiles(fastify, room);
  const channels = Object.values(app.get(Channels).byKind);
  addProviderDoors(fastify, {
    channels,
    chats: app.get(ChatDoors).all,
    pages: app.get(PagesController),
    rates,
    now: () => parts.clock.now(),
  });
  addMcpDoor(fastify, parts, rates, () => app.get(PublicAddress).url());
  addReadPaths(await addWebFiles(fastify, parts.config.web));
  return { app, answer: (request, response) => answer(request, response) };
};

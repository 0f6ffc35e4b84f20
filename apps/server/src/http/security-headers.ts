import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { ServerParts } from '../core/server-parts.js';
import { isHttps } from './arrival.js';

type Needs = Pick<ServerParts, 'config' | 'reads'>;

/**
 * The one style element that is let in, by its very text: on iPhones and iPads react-aria puts `overscroll-behavior: contain` on everything
 * while a menu is open. It adds the element anew each time, so that its place can’t be taken, and a rule of ours would hold all the time.
 */
const stillPage = '@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}';
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What a page of ours may load and do: only what this server serves; no text becomes code or style. `data:` images are drawn in styles. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", hashOf(stillPage)],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    mediaSrc: ["'self'"],
    connectSrc: ["'self'"],
    workerSrc: ["'self'"],
    manifestSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
};

/** What the app never asks a device for. */
const permissionsPolicy = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'serial', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');
const oneYear = 31_536_000;

/** Headers on all that browsers get. What senders get is not for browsers, and on the hot path. */
export const addSecurityHeaders = async (server: FastifyInstance, parts: Needs): Promise<void> => {
  await server.register(helmet, {
    global: false,
    contentSecurityPolicy,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // both only where browsers heed them: elsewhere they complain
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    hsts: false,
  });
  server.addHook('onRequest', (request, reply, done) => {
    reply.helmet();
    // Answers hold names and secrets; the pages’ own addresses do, too. Assets say otherwise for themselves.
    reply.headers({ 'permissions-policy': permissionsPolicy, 'cache-control': 'no-store' });
    if (isHttps(parts, request.raw)) {
      reply.headers({ 'cross-origin-opener-policy': 'same-origin', 'origin-agent-cluster': '?1' });
      // would hold for every port of localhost
      if (!request.headers.host?.startsWith('localhost')) reply.header('strict-transport-security', `max-age=${oneYear}`);
    }
    done();
  });
};

import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { caches } from '@tocsin/contracts/routes/open-terms.js';
import type { ServerParts } from '../core/server-parts.js';
import { isHttps } from './client-origin.js';
import { termsOf } from './declared-routes.js';

type Dependencies = Pick<ServerParts, 'config' | 'reads'>;

/**
 * Allows one inline style by the hash of its text: on iPhones and iPads react-aria adds a style element with `overscroll-behavior:
 * contain` while a menu is open. It adds a new element each time, so it can’t be replaced by one of ours, and a rule in our style
 * sheet would always apply.
 */
const stillPage = '@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}';
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Content security policy of our pages: only content from this server; no text becomes code or style. `data:` images are used in styles. */
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

/** Device features that the app never uses. */
const permissionsPolicy = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'serial', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');
const oneYear = 31_536_000;

/** Headers on everything that browsers get. Answers to senders have none: they are not for browsers, and are on the hot path. */
export const addSecurityHeaders = async (server: FastifyInstance, parts: Dependencies): Promise<void> => {
  await server.register(helmet, {
    global: false,
    contentSecurityPolicy,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // both are set only where browsers honour them: elsewhere they log a warning
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    hsts: false,
  });
  server.addHook('onRequest', (request, reply, done) => {
    reply.helmet();
    // Answers contain names and secrets, and so do page addresses. Assets set their own header, and routes may declare one.
    reply.headers({ 'permissions-policy': permissionsPolicy, 'cache-control': 'no-store' });
    if (isHttps(parts, request.raw)) {
      reply.headers({ 'cross-origin-opener-policy': 'same-origin', 'origin-agent-cluster': '?1' });
      // would apply to every port of localhost
      if (!request.headers.host?.startsWith('localhost')) reply.header('strict-transport-security', `max-age=${oneYear}`);
    }
    done();
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    const cache = termsOf(request)?.cache;
    if (cache && reply.statusCode < 400) reply.header('cache-control', caches[cache]);
    done(null, payload);
  });
};

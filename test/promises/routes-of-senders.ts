import { senderRoutes } from '../../apps/server/src/ingest/sender-routes.js';

/** Addresses of monitoring systems, as the document writes them: they are asked with the key of an integration. */
export const ofSenders: ReadonlySet<string> = new Set(senderRoutes.map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}')));

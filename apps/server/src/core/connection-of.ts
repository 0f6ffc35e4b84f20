import type { ConnectionKind } from '@tocsin/contracts/connections/kinds.js';
import type { ConnectionRow } from '@tocsin/contracts/connections/noun.js';
import type { ServerParts } from './server-parts.js';

/** The connection of this kind, without its secrets. */
export const connectionOf = ({ reads }: Pick<ServerParts, 'reads'>, kind: ConnectionKind): ConnectionRow | undefined =>
  [...reads.connections.all()].find((one) => one.kind === kind);

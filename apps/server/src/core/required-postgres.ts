import { postgresRefusal } from '@tocsin/platform/views/postgres-refusal.js';
import type { Config } from '../config.js';
import type { RequiredServer } from './connect-with-retry.js';

/** The host part of a connection string: no user, password or settings. */
export const addressOf = (connection: string): string =>
  connection
    .replace(/^[^/]*\/\//, '')
    .replace(/^[^@/]*@/, '')
    .replace(/[/?].*$/, '');

export const requirePostgres = ({ postgres }: Config): RequiredServer => ({
  name: 'PostgreSQL',
  address: addressOf(postgres!),
  todo: 'Start it with “docker compose up postgres”, or see docs/guide/cluster.md.',
  toRefusal: postgresRefusal,
});

import { randomBytes } from 'node:crypto';
import Database from 'better-sqlite3';
import { prepareDatabase, SqliteVault } from './sqlite-vault.js';

/** For tests, simulations and logs in memory. */
export class MemoryVault extends SqliteVault {
  constructor() {
    super(prepareDatabase(new Database(':memory:')), { key: randomBytes(32), from: 'memory' });
  }
}

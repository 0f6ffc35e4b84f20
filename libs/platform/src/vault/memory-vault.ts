import { randomBytes } from 'node:crypto';
import Database from 'better-sqlite3';
import { prepared, SqliteVault } from './sqlite-vault.js';

/** The same vault in memory: for tests, simulations and logs in memory. */
export class MemoryVault extends SqliteVault {
  constructor() {
    super(prepared(new Database(':memory:')), { key: randomBytes(32), from: 'memory' });
  }
}

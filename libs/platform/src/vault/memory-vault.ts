import { randomBytes } from 'node:crypto';
import Database from 'better-sqlite3';
import { prepared, SqliteVault } from './sqlite-vault.js';

/** The same vault, forgotten with its process: for tests, simulations and logs that live in memory. */
export class MemoryVault extends SqliteVault {
  constructor() {
    super(prepared(new Database(':memory:')), { key: randomBytes(32), from: 'memory' });
  }
}

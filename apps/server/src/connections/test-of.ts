import type { ConnectionTestResult } from '@tocsin/contracts/connections/noun.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { Account } from './accounts.js';

/** The test of an account as it was typed. */
export interface TestOf {
  readonly http: Pick<OutgoingHttp, 'get' | 'post'>;
  readonly account: Account;
  readonly to: string;
  readonly now: string;
}

/** Sends a message through the account. What can’t be reached may be thrown as `OutgoingFailed`. */
export type ConnectionTest = (test: TestOf) => Promise<ConnectionTestResult>;

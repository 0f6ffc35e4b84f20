import { deliveryReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { ConnectionKind } from '@tocsin/contracts/connections/kinds.js';
import type { ConnectionTestResult } from '@tocsin/contracts/connections/noun.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { ConnectionTest, TestOf } from '../connections/test-of.js';
import * as made from './connection-tests.gen.js';

/** Each is beside its kind. */
const tests: { readonly [K in ConnectionKind]: ConnectionTest } = made;

/** Sends a message through an account as it was typed. What can’t be reached is a result. */
export const testConnection = async (kind: ConnectionKind, test: TestOf): Promise<ConnectionTestResult> => {
  try {
    return await tests[kind](test);
  } catch (error) {
    if (!(error instanceof OutgoingFailed)) throw error;
    return { ok: false, why: `${deliveryReasons[error.reason]} ${error.detail}` };
  }
};

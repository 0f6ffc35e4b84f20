import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { InternalCommand } from '../commands.js';
import type { BundleCommand } from './commands.js';

/** Claims the pages of a bundle, each in its group’s stream; the message is sent after the last claim. */
export const bundlesProcess: Process<RecordedFact> = {
  name: 'bundles',
  on: {
    BundleFormed: {
      then: ({ data: { members, bundleId } }) =>
        members.map((member): InternalCommand => ({ type: 'JoinBundle', data: { ...member, bundleId } })),
    },
    BundlePassedOn: {
      then: ({ data: { members, reason, retryAt, full } }) =>
        members.map((member): InternalCommand => ({ type: 'PassOnAttempt', data: { ...member, reason, retryAt, full } })),
    },
    BundleFilled: {
      then: ({ data: { personId, contactMethodId, line, bundleId, count, passedOn } }): readonly BundleCommand[] =>
        count === 0 && !passedOn
          ? []
          : [{ type: 'StartBundle', data: { personId, contactMethodId, line, bundleId, ...(count === 0 ? { passedOn: true } : {}) } }],
    },
  },
};

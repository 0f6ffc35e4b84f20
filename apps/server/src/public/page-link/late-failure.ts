import type { LateFailure } from '@tocsin/domain/operation/alert-groups/paging/late-failures.js';
import { deriveEventId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import type { Dispatcher } from '../../command/dispatcher.js';

/** Its command’s id is the attempt’s: reported again, it is the same. */
export const recordLateFailure = async (
  dispatcher: Pick<Dispatcher, 'send'>,
  failure: LateFailure & { readonly groupId: string },
): Promise<void> => {
  const commandId = deriveEventId('late failure', failure.attemptId, 'RecordLateFailure', 0);
  await dispatcher.send('RecordLateFailure', failure, { commandId, actor: systemActor });
};

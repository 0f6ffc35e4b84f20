import type { LinkMailStatus } from '@tocsin/contracts/access/noun.js';
import { reasonClause } from '../../messages/shared/reason-words.js';
import { At } from '../../../ui/time.js';

/** `Invitation sent 14:02`, or why it could not be. `what`: a noun that begins the sentence. */
export function MailResult({ what, mail: { at, reason } }: { what: string; mail: LinkMailStatus }) {
  if (reason === null)
    return (
      <span>
        {what} sent <At at={at} />
      </span>
    );
  return (
    <span className="text-warn">
      {what} could not be sent: {reasonClause(reason)}
    </span>
  );
}
